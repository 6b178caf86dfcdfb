import { useState } from "react";

import { longDateOf, momentIn, timeOf, wallClockIn } from "#domain/events/rules.ts";
import { say } from "#messages/organise.ts";

import { FieldFrame } from "../ui/field.tsx";

/** Specification 9: times are offered in steps of 30 minutes. */
const stepMinutes = 30;

const halfHours = Array.from({ length: (24 * 60) / stepMinutes }, (_, step) => {
  const minutes = step * stepMinutes;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
});

type WhenFieldProps = { date: string; time: string; timeZone: string };

/**
 * The day and the half hour, by the platform's own controls, and beside them the chosen moment in words
 * (specification 5 'Event date' and 9). `date` is `2026-11-28`, `time` is `09:30`, both in `timeZone`.
 */
export function WhenField({ date: firstDate, time: firstTime, timeZone }: WhenFieldProps) {
  const [date, setDate] = useState(firstDate);
  const [time, setTime] = useState(firstTime);
  const moment = momentIn(timeZone, date, time);
  const zone = timeZone.replaceAll("_", " ");
  const [today] = useState(() => wallClockIn(new Date(), timeZone).date);
  const times = halfHours.includes(firstTime) || !firstTime ? halfHours : [firstTime, ...halfHours];
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] gap-3">
        <FieldFrame name="eventDate" label={say("form.date")}>
          {(control) => (
            <input
              {...control}
              type="date"
              required
              // An event that is over can be corrected, so the day that it had is a choice too.
              min={firstDate && firstDate < today ? firstDate : today}
              value={date}
              data-when-missing={say("rule.event_date.required")}
              data-when-wrong={say("rule.event_date.past")}
              className="input"
              onChange={(event) => setDate(event.target.value)}
            />
          )}
        </FieldFrame>
        <FieldFrame name="eventTime" label={say("form.time")}>
          {(control) => (
            // The browser holds the choice: between a select's `input` and its `change` the form around it renders anew (it
            // keeps a draft), and React would put the old value back.
            <select
              {...control}
              defaultValue={firstTime}
              className="select"
              onChange={(event) => setTime(event.target.value)}
            >
              {times.map((text) => (
                <option key={text} value={text}>
                  {timeOf(new Date(`2026-01-01T${text}Z`), "UTC")}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      </div>
      <p role="status" className="quiet text-sm">
        {moment
          ? say("form.when", { date: longDateOf(moment, timeZone), time: timeOf(moment, timeZone, true), zone })
          : say("form.when_none", { zone })}
      </p>
    </div>
  );
}
