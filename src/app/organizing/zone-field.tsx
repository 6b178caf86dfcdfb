import { useId, useState } from "react";

import { isTimeZone } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { FieldFrame } from "../ui/field.tsx";
import { focusOnce } from "../ui/focus.ts";

/** A time zone by its IANA name, found by typing a part of it. */
export default function ZoneField({ timeZone, onChange }: { timeZone: string; onChange: (zone: string) => void }) {
  const [typed, setTyped] = useState(timeZone);
  const list = useId();
  return (
    <FieldFrame name="timeZone" label={say("form.zone.label")} hint={say("form.zone.hint")}>
      {(control) => (
        <>
          <input
            {...control}
            list={list}
            required
            ref={focusOnce}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            data-when-missing={say("rule.time_zone.unknown")}
            className="input"
            onFocus={(event) => event.target.select()}
            onChange={({ target: { value } }) => {
              setTyped(value);
              if (isTimeZone(value.trim())) onChange(value.trim());
            }}
          />
          <datalist id={list}>
            {["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </datalist>
        </>
      )}
    </FieldFrame>
  );
}
