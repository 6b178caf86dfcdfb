import { type ComponentType, useRef, useState } from "react";

import { searchMax } from "#domain/events/rules.ts";

import { FieldFrame } from "../ui/field.tsx";
import type { NamedTownsProps } from "./named-towns.tsx";

type TownFieldProps = { label: string; defaultValue?: string | undefined };

/** A field near which town, which proposes some once somebody is about to type. */
export function TownField({ label, defaultValue }: TownFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [Towns, setTowns] = useState<ComponentType<NamedTownsProps>>();
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
            onFocus={() => {
              import("./named-towns.tsx").then(
                (part) => setTowns(() => part.default),
                () => {},
              );
            }}
          />
          {Towns && <Towns field={field} />}
        </div>
      )}
    </FieldFrame>
  );
}
