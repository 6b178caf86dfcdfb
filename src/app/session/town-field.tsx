import { useRef } from "react";

import { searchMax } from "#domain/events/rules.ts";

import { FieldFrame } from "../ui/field.tsx";
import { usePart } from "../ui/use-part.ts";

const loadTowns = () => import("./named-towns.tsx");

type TownFieldProps = { label: string; defaultValue?: string | undefined };

/** A field for the town to look near. Proposals load once the reader is about to type. */
export function TownField({ label, defaultValue }: TownFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [Towns, askTowns] = usePart(loadTowns);
  return (
    <FieldFrame name="near" label={label}>
      {(control) => (
        <div className="relative">
          <input
            dir="auto"
            {...control}
            ref={field}
            maxLength={searchMax}
            defaultValue={defaultValue}
            className="input"
            onFocus={askTowns}
          />
          {Towns && <Towns field={field} />}
        </div>
      )}
    </FieldFrame>
  );
}
