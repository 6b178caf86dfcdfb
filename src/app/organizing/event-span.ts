import { wallClockIn } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { isTimeZone, momentIn } from "#domain/time-zones/rules.ts";

/** The names of the fields for an event's times. */
export const spanNames = ["eventDate", "eventTime", "duration", "endDate", "endTime", "timeZone"] as const;
/** The values of these fields. */
export type SpanValues = Record<(typeof spanNames)[number], string>;

/** The durations on offer, in minutes; for any other, the organizer chooses the end. */
export const durations = [30, 60, 90, 120, 150, 180, 240, 300, 360, 480, 600, 720];
export const durationFirst = "120";
/** The duration field's value when the end is chosen instead. */
export const byEnd = "end";

/** Specification 9: times are offered in steps of 30 minutes. */
const stepMinutes = 30;

export const halfHours = Array.from({ length: (24 * 60) / stepMinutes }, (_, step) => {
  const minutes = step * stepMinutes;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
});

/** The next half hour of today in a zone, or null if today has none left. */
export function halfHourAfter(now: Date, timeZone: string): string | null {
  const { time } = wallClockIn(now, timeZone);
  return halfHours.find((each) => each > time) ?? null;
}

const minute = 60_000;

type Span = Pick<Event, "eventDate" | "eventEnd" | "timeZone">;

/** The first values of these fields for an existing event. */
export function spanValuesOf({ eventDate, eventEnd, timeZone }: Span): SpanValues {
  const { date, time } = wallClockIn(new Date(eventDate), timeZone);
  const duration = Math.round((Date.parse(eventEnd) - Date.parse(eventDate)) / minute);
  return { eventDate: date, eventTime: time, duration: String(duration), endDate: "", endTime: "", timeZone };
}

/** True if the fields are unchanged. */
export const keepsSpan = (values: Partial<SpanValues>, before: Partial<SpanValues>): boolean =>
  spanNames.every((name) => (values[name] ?? "") === (before[name] ?? ""));

/**
 * Returns the beginning, end and zone that the typed values mean; `otherwise` is the zone if none or an unknown one is
 * named.
 */
export function spanIn(values: Partial<SpanValues>, otherwise: string) {
  const { eventDate = "", eventTime = "", duration = durationFirst, endDate = "", endTime = "" } = values;
  const named = values.timeZone?.trim() ?? "";
  const timeZone = isTimeZone(named) ? named : otherwise;
  const begin = momentIn(timeZone, eventDate, eventTime);
  const after = begin && new Date(begin.getTime() + Number(duration) * minute);
  return { timeZone, begin, end: duration === byEnd ? momentIn(timeZone, endDate, endTime) : after };
}
