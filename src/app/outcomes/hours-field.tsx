import { useState } from "react";

import { hoursStep } from "#domain/outcomes/rules.ts";
import { say } from "#messages/say.ts";

import { Icon } from "../ui/icon.tsx";
import { numberIn } from "./said.ts";

type HoursFieldProps = {
  label: string;
  value: number;
  max: number;
  onChange: (hours: number) => void;
};

/** Hours in quarters, changed by buttons or typed. An invalid number is reset when the field loses focus. */
export function HoursField({ label, value, max, onChange }: HoursFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const fit = (hours: number) => Math.min(max, Math.max(hoursStep, Math.round(hours / hoursStep) * hoursStep));
  const step = (by: number) => onChange(fit(value + by));
  function leave() {
    const hours = numberIn(typed ?? "");
    setTyped(null);
    if (hours) onChange(fit(hours));
  }
  return (
    <span role="group" aria-label={label} className="hours-field">
      <button
        type="button"
        aria-label={say("after.hours.less")}
        disabled={value <= hoursStep}
        onClick={() => step(-hoursStep)}
      >
        <Icon name="minus" />
      </button>
      <span className="hours">
        <input
          inputMode="decimal"
          autoComplete="off"
          aria-label={label}
          value={typed ?? String(value)}
          size={Math.max(1, (typed ?? String(value)).length)}
          onChange={({ target }) => setTyped(target.value)}
          onFocus={({ target }) => target.select()}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            leave();
          }}
        />
        <span aria-hidden>{say("after.hours.unit")}</span>
      </span>
      <button
        type="button"
        aria-label={say("after.hours.more")}
        disabled={value >= max}
        onClick={() => step(hoursStep)}
      >
        <Icon name="plus" />
      </button>
    </span>
  );
}
