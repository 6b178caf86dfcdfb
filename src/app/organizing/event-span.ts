import { durationDefault, wallClockIn } from "#domain/events/rules.ts";
import { isTimeZone, momentIn, type Span } from "#domain/time-zones/rules.ts";

/** The names of the fields for an event's times. */
export const spanNames = ["eventDate", "eventTime", "duration", "endDate", "endTime", "timeZone"] as const;
/** The values of these fields. */
export type SpanValues = Record<(typeof spanNames)[number], string>;

/** The durations on offer, in minutes; for any other, the organizer chooses the end. */
export const durations = [30, 60, 90, 120, 150, 180, 240, 300, 360, 480, 600, 720];
export const durationFirst = String(durationDefault / 60_000);
/** The duration field's value when the end is chosen instead. */
export const byEnd = "end";

/** The time of day until the organizer chooses another. */
export const timeFirst = "09:00";

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

/** The first values of these fields for an existing event. */
export function spanValuesOf({ begin, end, zone }: Span): SpanValues {
  const { date, time } = wallClockIn(begin, zone);
  const duration = Math.round((end.getTime() - begin.getTime()) / minute);
  return { eventDate: date, eventTime: time, duration: String(duration), endDate: "", endTime: "", timeZone: zone };
}

/** True if the fields are unchanged. */
export const keepsSpan = (values: Partial<SpanValues>, before: Partial<SpanValues>): boolean =>
  spanNames.every((name) => (values[name] ?? "") === (before[name] ?? ""));

/** A span that is still being typed: its ends are null until they are moments. */
type TypedSpan = { begin: Date | null; end: Date | null; zone: string };

/** The span that the typed values mean; `otherwise` is the zone if none or an unknown one is named. */
export function typedSpan(values: Partial<SpanValues>, otherwise: string): TypedSpan {
  const { eventDate = "", eventTime = "", duration = durationFirst, endDate = "", endTime = "" } = values;
  const named = values.timeZone?.trim() ?? "";
  const zone = isTimeZone(named) ? named : otherwise;
  const begin = momentIn(zone, eventDate, eventTime);
  const after = begin && new Date(begin.getTime() + Number(duration) * minute);
  return { begin, end: duration === byEnd ? momentIn(zone, endDate, endTime) : after, zone };
}
