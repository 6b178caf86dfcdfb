import { wallClockIn } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { isTimeZone, momentIn } from "#domain/time-zones/rules.ts";

/** The names of the fields that say when an event is. */
export const spanNames = ["eventDate", "eventTime", "duration", "endDate", "endTime", "timeZone"] as const;
/** What stands in them. */
export type SpanValues = Record<(typeof spanNames)[number], string>;

/** How long an event is, in minutes, as is offered; for all else its end is chosen. */
export const durations = [30, 60, 90, 120, 150, 180, 240, 300, 360, 480, 600, 720];
export const durationFirst = "120";
/** What stands in the field of the duration when the end is chosen instead. */
export const byEnd = "end";

/** Specification 9: times are offered in steps of 30 minutes. */
const stepMinutes = 30;

export const halfHours = Array.from({ length: (24 * 60) / stepMinutes }, (_, step) => {
  const minutes = step * stepMinutes;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
});

/** The first half hour of a day that is still to come in a zone, or null when there is none any more. */
export function halfHourAfter(now: Date, timeZone: string): string | null {
  const { time } = wallClockIn(now, timeZone);
  return halfHours.find((each) => each > time) ?? null;
}

const minute = 60_000;

type Span = Pick<Event, "eventDate" | "eventEnd" | "timeZone">;

/** What the fields of an existing event begin with. */
export function spanValuesOf({ eventDate, eventEnd, timeZone }: Span): SpanValues {
  const { date, time } = wallClockIn(new Date(eventDate), timeZone);
  const duration = Math.round((Date.parse(eventEnd) - Date.parse(eventDate)) / minute);
  return { eventDate: date, eventTime: time, duration: String(duration), endDate: "", endTime: "", timeZone };
}

/** Whether the fields are as they were. */
export const keepsSpan = (values: Partial<SpanValues>, before: Partial<SpanValues>): boolean =>
  spanNames.every((name) => (values[name] ?? "") === (before[name] ?? ""));

/** When an event begins and ends by what is typed, and in which zone; `otherwise` is the zone when none is named, or an unknown one. */
export function spanIn(values: Partial<SpanValues>, otherwise: string) {
  const { eventDate = "", eventTime = "", duration = durationFirst, endDate = "", endTime = "" } = values;
  const named = values.timeZone?.trim() ?? "";
  const timeZone = isTimeZone(named) ? named : otherwise;
  const begin = momentIn(timeZone, eventDate, eventTime);
  const after = begin && new Date(begin.getTime() + Number(duration) * minute);
  return { timeZone, begin, end: duration === byEnd ? momentIn(timeZone, endDate, endTime) : after };
}
