import { useRef, useState } from "react";

import { daysAfter, weekdayOf } from "#domain/events/rules.ts";
import { countMax, countMin, lastUntil, type LocalTime, weekdayNumberOf, weekdays } from "#domain/recurrence/rules.ts";
import { perLocale, say } from "#messages/say.ts";

import { FieldFrame } from "../ui/field.tsx";
import { fillField } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { type EventDraft, repeatNames } from "./event-form.ts";
import {
  daysLeftOut,
  firstOf,
  otherDays,
  repeatAnswer,
  repeatChoices,
  repeatValuesOf,
  shortDay,
  typedDays,
  typedRule,
  typedWeekdays,
} from "./repeat-form.ts";

export { repeatAnswer };

type RepeatFieldsProps = {
  initial: EventDraft;
  values: EventDraft;
  /** A series whose dates exist: they are left out one by one, and it cannot happen once again. */
  isSeries: boolean;
};

/** The fields for how an event repeats, with its dates. The first date is the event's own, and always takes place. */
export function RepeatFields({ initial, values: typed, isSeries }: RepeatFieldsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState<EventDraft>(() =>
    Object.fromEntries(repeatNames.map((name) => [name, initial[name] ?? ""])),
  );
  const values = { ...typed, ...own };
  const first = firstOf(values);
  /** Puts a value that no control of the form holds into its field, so that the draft has it too. */
  function put(name: "weekdays" | "leftOut", text: string) {
    setOwn({ ...own, [name]: text });
    fillField(frame.current, name, text);
  }
  if (!first) {
    return (
      <>
        <p>{say("form.repeats.no_date")}</p>
        {repeatNames.map((name) => (
          <input key={name} type="hidden" name={name} value={own[name] ?? ""} />
        ))}
      </>
    );
  }
  const rule = typedRule(values, first);
  return (
    <div ref={frame} className="flex flex-col gap-4">
      {rule && <InWords values={values} first={first} />}
      <FieldFrame name="repeats" label={say("form.repeats")}>
        {(control) => (
          <select
            {...control}
            value={rule ? repeatValuesOf(rule, first).repeats : ""}
            className="select"
            onChange={({ target }) => setOwn({ ...own, repeats: target.value })}
          >
            {repeatChoices(first)
              .filter(({ value }) => !isSeries || value !== "")
              .map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
          </select>
        )}
      </FieldFrame>
      {rule && "weekdays" in rule && (
        <WeekdayField first={first} typed={values.weekdays ?? ""} onChange={(days) => put("weekdays", days)} />
      )}
      <input type="hidden" name="weekdays" value={own.weekdays ?? ""} />
      <input type="hidden" name="leftOut" value={own.leftOut ?? ""} />
      {rule ? (
        <EndFields values={values} first={first} onChange={(changed) => setOwn({ ...own, ...changed })} />
      ) : (
        (["ends", "until", "times"] as const).map((name) => (
          <input key={name} type="hidden" name={name} value={own[name] ?? ""} />
        ))
      )}
      {rule && !isSeries && <Dates values={values} first={first} onChange={(days) => put("leftOut", days)} />}
    </div>
  );
}

/** 'Every Tuesday, 6 PM, until March 30. 17 dates.' */
function InWords({ values, first }: { values: EventDraft; first: LocalTime }) {
  const out = daysLeftOut(values, first);
  const count =
    (values.ends || "never") === "never" ? 0 : typedDays(values, countMax).filter((day) => !out.includes(day)).length;
  return (
    <p role="status">
      <strong>{say("form.repeats.sentence", { words: repeatAnswer(values)?.text ?? "" })}</strong>{" "}
      {count > 0 && say("form.repeats.dates", { count })}
    </p>
  );
}

const narrow = perLocale((locale) => new Intl.DateTimeFormat(locale, { weekday: "narrow", timeZone: "UTC" }));

/** The days of the week. The first date's is always one of them. */
function WeekdayField({
  first,
  typed,
  onChange,
}: {
  first: LocalTime;
  typed: string;
  onChange: (days: string) => void;
}) {
  const day = first.slice(0, 10);
  const own = weekdayNumberOf(day);
  const chosen = typedWeekdays(typed, day);
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{say("form.repeats.weekdays")}</legend>
      <div className="grid grid-cols-7 gap-1">
        {weekdays.map((weekday) => {
          // November 30, 2026 is a Monday.
          const date = daysAfter("2026-11-29", weekday);
          return (
            <label
              key={weekday}
              className="btn relative w-full max-w-14 min-w-0 cursor-pointer px-0 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="checkbox"
                aria-label={weekdayOf(date)}
                checked={chosen.includes(weekday)}
                // It is the day of the first date, which takes place.
                disabled={weekday === own}
                className="absolute inset-0 cursor-pointer appearance-none"
                onChange={({ target }) =>
                  onChange(
                    otherDays(
                      weekdays.filter((one) => (one === weekday ? target.checked : chosen.includes(one))),
                      first,
                    ),
                  )
                }
              />
              <span aria-hidden>{narrow().format(new Date(`${date}T00:00Z`))}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

type EndFieldsProps = { values: EventDraft; first: LocalTime; onChange: (changed: EventDraft) => void };

function EndFields({ values, first, onChange }: EndFieldsProps) {
  const ends = values.ends || "never";
  return (
    <div className="grid grid-cols-1 gap-x-3 gap-y-4 min-[22rem]:grid-cols-2">
      <FieldFrame name="ends" label={say("form.repeats.ends")}>
        {(control) => (
          <select
            {...control}
            value={ends}
            className="select"
            onChange={({ target }) => onChange({ ends: target.value })}
          >
            <option value="never">{say("form.repeats.never")}</option>
            <option value="on">{say("form.repeats.on")}</option>
            <option value="after">{say("form.repeats.after")}</option>
          </select>
        )}
      </FieldFrame>
      {ends === "on" ? (
        <FieldFrame name="until" label={say("form.repeats.until")}>
          {(control) => (
            <input
              {...control}
              type="date"
              required
              min={daysAfter(first.slice(0, 10), 1)}
              max={lastUntil(first)}
              value={values.until ?? ""}
              data-when-missing={say("form.repeats.until.required")}
              data-when-wrong={say((values.until ?? "") > first ? "rule.repeat.until_far" : "rule.repeat.until_early")}
              className="input"
              onChange={({ target }) => onChange({ until: target.value })}
            />
          )}
        </FieldFrame>
      ) : (
        <input type="hidden" name="until" value={values.until ?? ""} />
      )}
      {ends === "after" ? (
        <FieldFrame name="times" label={say("form.repeats.times")}>
          {(control) => (
            <input
              {...control}
              type="number"
              required
              inputMode="numeric"
              min={countMin}
              max={countMax}
              value={values.times ?? ""}
              data-when-missing={say("rule.repeat.count")}
              data-when-wrong={say("rule.repeat.count")}
              className="input"
              onChange={({ target }) => onChange({ times: target.value })}
            />
          )}
        </FieldFrame>
      ) : (
        <input type="hidden" name="times" value={values.times ?? ""} />
      )}
    </div>
  );
}

/** The number of dates that are shown at first, and those shown at once later. */
const shownFirst = 6;
const shownMore = 52;

/** The next dates. A press leaves one out, or takes it in again. */
function Dates({
  values,
  first,
  onChange,
}: {
  values: EventDraft;
  first: LocalTime;
  onChange: (days: string) => void;
}) {
  const [limit, setLimit] = useState(shownFirst);
  const days = typedDays(values, limit + 1);
  const out = daysLeftOut(values, first);
  if (days.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{say("form.repeats.take_out")}</legend>
      <ul className="flex flex-wrap gap-2">
        {days.slice(0, limit).map((day) => {
          const isOut = out.includes(day);
          const date = shortDay(day);
          return (
            <li key={day}>
              {day === first.slice(0, 10) ? (
                <span className="btn pointer-events-none">{date}</span>
              ) : (
                <button
                  type="button"
                  aria-pressed={isOut}
                  aria-label={say("form.repeats.not_on", { date })}
                  className={`btn gap-2 ${isOut ? "border-dashed! bg-transparent! text-base-content! line-through" : ""}`}
                  onClick={() => onChange((isOut ? out.filter((one) => one !== day) : [...out, day].toSorted()).join())}
                >
                  {date}
                  <Icon name={isOut ? "undo-2" : "x"} className="size-4" />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {days.length > limit && (
        <button type="button" className="btn btn-ghost -ms-3" onClick={() => setLimit(limit + shownMore)}>
          {say("form.repeats.more")}
        </button>
      )}
    </fieldset>
  );
}
