import { lazy, type ReactNode, Suspense, useState } from "react";
import { longDateOf, timeOf, wallClockIn } from "#domain/events/rules.ts";
import { latestBegin } from "#domain/organizing/rules.ts";
import { spanInWords, zoneName } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";
import { FieldFrame } from "../ui/field.tsx";
import { useForm } from "../ui/form.tsx";
import {
  byEnd,
  durationFirst,
  durations,
  halfHourAfter,
  halfHours,
  type SpanValues,
  timeFirst,
  typedSpan,
} from "./event-span.ts";
import { focusOnce } from "../ui/focus.ts";

/** Rarely opened, and large: it knows every time zone. */
const ZoneField = lazy(() => import("./zone-field.tsx"));

type WhenFieldProps = {
  initial: Partial<SpanValues>;
  timeZone: string;
  /** Only day and time: the event keeps its length and its zone, which is named. */
  isBrief?: boolean;
};

/**
 * The fields of day, time, duration or end, and zone, as the platform's own controls, with the result in words beside
 * them (specification 5 'Event date' and 9). `initial` holds the first values by field (`spanNames`); `timeZone` is the
 * zone if those name none.
 */
export function WhenField({ initial, timeZone: otherwise, isBrief = false }: WhenFieldProps) {
  const [values, setValues] = useState<Partial<SpanValues>>({
    eventTime: timeFirst,
    duration: durationFirst,
    ...initial,
    // A draft may have been stored between the choice of 'Other time' and typing it.
    ...(initial.eventTime === otherTime && { eventTime: timeFirst }),
  });
  const change = (name: keyof SpanValues, value: string) => setValues({ ...values, [name]: value });
  const { begin, end, zone: timeZone } = typedSpan(values, otherwise);
  const [now] = useState(() => new Date());
  const { date: today } = wallClockIn(now, timeZone);
  const { date: latest } = wallClockIn(latestBegin(now), timeZone);
  const { eventDate: firstDate = "" } = initial;

  // If the organizer chooses the end, it starts as the current end.
  function chooseDuration(duration: string) {
    const shown = end && wallClockIn(end, timeZone);
    setValues({ ...values, duration, ...(shown && { endDate: shown.date, endTime: shown.time }) });
  }

  /**
   * If the chosen day is today, a time that is past or untouched becomes the next half hour. The field gets it before
   * the form reads it.
   */
  function chooseDay(eventDate: string, form: HTMLFormElement | null) {
    const soon = halfHourAfter(new Date(), timeZone);
    const { eventTime = "" } = values;
    const isMoved =
      eventDate === today && soon !== null && (eventTime < soon || (!initial.eventTime && eventTime === timeFirst));
    const field = form?.elements.namedItem("eventTime");
    if (isMoved && (field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) field.value = soon;
    setValues({ ...values, eventDate, ...(isMoved && { eventTime: soon }) });
  }

  const dayAndTime = (
    <DayAndTime
      date={{ name: "eventDate", label: say("form.date") }}
      time={{ name: "eventTime", label: say("form.time") }}
      values={values}
      // A past event can be corrected, so its own day is allowed too.
      min={firstDate && firstDate < today ? firstDate : today}
      max={firstDate > latest ? firstDate : latest}
      whenWrong={say((values.eventDate ?? "") > latest ? "rule.event_date.too_far" : "rule.event_date.past")}
      onDay={chooseDay}
      onTime={(time) => change("eventTime", time)}
      aside={isBrief && <span className="quiet truncate text-sm">{zoneName(timeZone, begin ?? now)}</span>}
    />
  );
  if (isBrief) {
    return (
      <div>
        {dayAndTime}
        <div role="status" className="quiet text-sm">
          {begin && <ClockChange begin={begin} values={values} timeZone={timeZone} />}
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {dayAndTime}
      <DurationField duration={values.duration ?? durationFirst} onChoose={chooseDuration} />
      {values.duration === byEnd && (
        <DayAndTime
          date={{ name: "endDate", label: say("form.end_date") }}
          time={{ name: "endTime", label: say("form.end_time") }}
          values={values}
          min={values.eventDate ?? ""}
          whenWrong={say("rule.event_end")}
          onDay={(day) => change("endDate", day)}
          onTime={(time) => change("endTime", time)}
        />
      )}
      <ZoneChoice timeZone={timeZone} onChange={(zone) => change("timeZone", zone)} />
      <div role="status" className="quiet -mt-4 text-sm">
        {begin && (
          <>
            <p>{inWords(begin, end, timeZone)}</p>
            <ClockChange begin={begin} values={values} timeZone={timeZone} />
          </>
        )}
      </div>
    </div>
  );
}

type DayAndTimeProps = {
  date: { name: keyof SpanValues; label: string };
  time: { name: keyof SpanValues; label: string };
  values: Partial<SpanValues>;
  min: string;
  max?: string;
  whenWrong: string;
  onDay: (day: string, form: HTMLFormElement | null) => void;
  onTime: (time: string) => void;
  /** Content at the right of the time's label. */
  aside?: ReactNode;
};

function DayAndTime({ date, time, values, min, max, whenWrong, onDay, onTime, aside }: DayAndTimeProps) {
  return (
    <div className="grid gap-x-3 gap-y-4 min-[22rem]:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
      <FieldFrame name={date.name} label={date.label}>
        {(control) => (
          <input
            {...control}
            type="date"
            required
            min={min}
            max={max}
            value={values[date.name] ?? ""}
            data-when-missing={say("rule.event_date.required")}
            data-when-wrong={whenWrong}
            className="input"
            // This runs before the form stores its draft.
            onInput={({ currentTarget: { value, form } }) => onDay(value, form)}
          />
        )}
      </FieldFrame>
      <TimeField {...time} time={values[time.name] ?? ""} onTime={onTime} aside={aside} />
    </div>
  );
}

function DurationField({ duration, onChoose }: { duration: string; onChoose: (duration: string) => void }) {
  const [first] = useState(duration);
  const offered = first === byEnd || durations.includes(Number(first)) ? durations : [Number(first), ...durations];
  return (
    <FieldFrame name="duration" label={say("form.duration")}>
      {(control) => (
        <select {...control} defaultValue={first} className="select" onChange={(event) => onChoose(event.target.value)}>
          {offered.map((minutes) => (
            <option key={minutes} value={String(minutes)}>
              {lengthInWords(minutes)}
            </option>
          ))}
          <option value={byEnd}>{say("form.duration.end")}</option>
        </select>
      )}
    </FieldFrame>
  );
}

/** Words such as '1 hour 30 minutes'. */
function lengthInWords(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  const parts = [
    days > 0 && say("form.days", { count: days }),
    hours > 0 && say("form.hours", { count: hours }),
    rest > 0 && say("form.minutes", { count: rest }),
  ];
  return parts.filter(Boolean).join(" ");
}

/** The zone of the times, with a button to change it. */
function ZoneChoice({ timeZone, onChange }: { timeZone: string; onChange: (zone: string) => void }) {
  const [open, setOpen] = useState(false);
  const refused = useForm().errors["timeZone"];
  const shown = <input type="hidden" name="timeZone" value={timeZone} />;
  if (open || refused) {
    return (
      <Suspense fallback={shown}>
        <ZoneField timeZone={timeZone} onChange={onChange} />
      </Suspense>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      {shown}
      {say("form.zone", { zone: timeZone.replaceAll("_", " ") })}
      <button type="button" className="min-h-11 font-medium underline underline-offset-4" onClick={() => setOpen(true)}>
        {say("form.zone.change")}
      </button>
    </p>
  );
}

function inWords(begin: Date, end: Date | null, timeZone: string): string {
  const date = longDateOf(begin, timeZone);
  if (!end || end <= begin) {
    return say("form.when", { date, time: timeOf(begin, timeZone), zone: zoneName(timeZone, begin) });
  }
  const { from, until } = spanInWords({ begin, end, zone: timeZone }, true);
  return say("form.when_until", { date, from, until });
}

/** Says what happens to a time that a clock change skips or repeats. */
function ClockChange({ begin, values, timeZone }: { begin: Date; values: Partial<SpanValues>; timeZone: string }) {
  const shows = (moment: Date) => wallClockIn(moment, timeZone).time === values.eventTime;
  if (!shows(begin)) return <p>{say("form.skipped", { time: timeOf(begin, timeZone) })}</p>;
  const isTwice = [30, 60].some((minutes) => shows(new Date(begin.getTime() + minutes * 60_000)));
  return isTwice && <p>{say("form.twice", { time: timeOf(begin, timeZone) })}</p>;
}

/** The option for any minute that the list of half hours lacks. */
const otherTime = "other";

type TimeFieldProps = {
  name: string;
  label: string;
  time: string;
  onTime: (time: string) => void;
  aside?: ReactNode;
};

/** A list of half hours; after 'Other time', a field for any minute. The old time stays until a new one is complete. */
function TimeField({ name, label, time, onTime, aside }: TimeFieldProps) {
  const [first] = useState(time);
  const [any, setAny] = useState(first !== "" && !halfHours.includes(first));
  const [asked, setAsked] = useState(false);
  return (
    <FieldFrame name={name} label={label} aside={aside}>
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
          // The select is uncontrolled: between its `input` and `change` events the surrounding form renders again (it
          // stores a draft), and React would put the old value back.
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
