import { daysAfter, wallClockIn } from "../events/rules.ts";
import { momentIn, type Span } from "../time-zones/rules.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** The time before an event in which its organizer hears at once what happens, in milliseconds. */
const lastDays = 2 * day;

/**
 * The time for collecting happenings then, in milliseconds, so that several people who join in a row cause one mail.
 */
export const collected = 3 * minute;

/** The hour of a digest, on the clocks of an event's zone: after work. */
const digestTime = "18:00";

/** Tests whether an event is so near that its organizer hears at once. */
export const isNear = ({ begin }: Pick<Span, "begin">, now: Date): boolean =>
  begin.getTime() - now.getTime() <= lastDays;

/** The last moment at which a digest was due in a zone, and the day there. */
export function lastDigestTime(now: Date, timeZone: string): { date: string; moment: Date } {
  const { date } = wallClockIn(now, timeZone);
  const moment = momentIn(timeZone, date, digestTime);
  if (moment && moment <= now) return { date, moment };
  const dayBefore = daysAfter(date, -1);
  return { date: dayBefore, moment: momentIn(timeZone, dayBefore, digestTime) ?? now };
}
