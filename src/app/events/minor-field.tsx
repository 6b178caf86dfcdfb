import { useState } from "react";

import { guardianMax } from "#domain/registrations/rules.ts";

import { Field } from "../ui/field.tsx";

type MinorProps = {
  /** The names of the two fields, and what they say. */
  name: string;
  guardian: string;
  label: string;
  guardianLabel: string;
  hint: string;
  draft: Readonly<Record<string, string>>;
};

/** Whether somebody is under 18, and only then a field for the guardian who has agreed; it may stay empty. */
export function MinorField({ name, guardian, label, guardianLabel, hint, draft }: MinorProps) {
  const [isMinor, setMinor] = useState(draft[name] === "on");
  const [isTicked, setTicked] = useState(false);
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name={name}
          defaultChecked={isMinor}
          className="tick"
          onChange={({ currentTarget }) => {
            setMinor(currentTarget.checked);
            setTicked(currentTarget.checked);
          }}
        />
        {label}
      </label>
      {isMinor && (
        <div ref={isTicked ? inSight : undefined}>
          <Field
            name={guardian}
            label={guardianLabel}
            hint={hint}
            defaultValue={draft[guardian]}
            maxLength={guardianMax}
            autoComplete="off"
          />
        </div>
      )}
    </div>
  );
}

/** What a tick asks for would come below a sheet's buttons. */
const inSight = (field: HTMLElement | null): void => field?.scrollIntoView({ block: "nearest" });
