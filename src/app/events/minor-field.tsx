import { useState } from "react";

import { guardianMax } from "#domain/registrations/rules.ts";

import { Field } from "../ui/field.tsx";

type MinorProps = {
  /** The names of the two fields, and their words. */
  name: string;
  guardian: string;
  label: string;
  guardianLabel: string;
  hint: string;
  draft: Readonly<Record<string, string>>;
};

/** A tick for people under 18, which opens a field for the guardian who agreed; that field may stay empty. */
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

/** Without this, the guardian's field can open below the sheet's buttons. */
const inSight = (field: HTMLElement | null): void => field?.scrollIntoView({ block: "nearest" });
