import { useState } from "react";

import { timeOf } from "#domain/events/rules.ts";
import { say } from "#messages/organizing.ts";

import { FieldFrame } from "../ui/field.tsx";
import { focusOnce } from "../ui/focus.ts";
import { halfHours } from "./event-span.ts";

/** What stands in the list of half hours for any other minute. */
export const otherTime = "other";

type TimeFieldProps = { name: string; label: string; time: string; onTime: (time: string) => void };

/** A half hour, or after 'Other time' any minute; what it was stays until there is another. */
export function TimeField({ name, label, time, onTime }: TimeFieldProps) {
  const [first] = useState(time);
  const [any, setAny] = useState(first !== "" && !halfHours.includes(first));
  const [asked, setAsked] = useState(false);
  return (
    <FieldFrame name={name} label={label}>
      {(control) =>
        any ? (
          <input
            {...control}
            type="time"
            required
            ref={asked ? focusOnce : undefined}
            defaultValue={time}
            data-when-missing={say("rule.event_date.required")}
            className="input"
            onInput={({ currentTarget: { value } }) => onTime(value)}
          />
        ) : (
          // The browser holds the choice: between a select's `input` and its `change` the form around it renders again (it
          // keeps a draft), and React would put the old value back.
          <select
            {...control}
            defaultValue={first}
            className="select"
            onChange={({ target: { value } }) => {
              setAny(value === otherTime);
              setAsked(value === otherTime);
              if (value !== otherTime) onTime(value);
            }}
          >
            {halfHours.map((text) => (
              <option key={text} value={text}>
                {timeOf(new Date(`2026-01-01T${text}Z`), "UTC")}
              </option>
            ))}
            <option value={otherTime}>{say("form.time.other")}</option>
          </select>
        )
      }
    </FieldFrame>
  );
}
