import { daysAfter, noLimit, wallClockIn } from "../events/rules.ts";
import { plainDigits } from "../rules.ts";
import { momentIn, type Span } from "../time-zones/rules.ts";

/** Specification 9: the number of spots if the organizer's words contain no number. */
export const defaultCapacity = 100;
export const capacityMax = 1_000_000;

/** The maximum length of an organizer's note in the mail about a change, in characters as a person counts them. */
export const noteMax = 300;

/** Specification 9: the time after an event's creation until its organizer is taken to the list, in milliseconds. */
export const redirectDelay = 3000;

/**
 * The maximum number of years until an event's beginning: organizers plan no further, and it catches a mistyped year.
 */
const yearsAheadMax = 3;

/** The last moment at which a new event may begin. */
export function latestBegin(now: Date): Date {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + yearsAheadMax);
  return latest;
}

/**
 * Reads the number of spots from the organizer's own words: the largest whole number in them ('50', 'up to 50',
 * '20-50'), in any script's digits, also with grouped thousands ('1,000'); null for 'No limit', 100 without a number.
 */
export function capacityOf(maxParticipant: string | null | undefined): number | null {
  if (maxParticipant?.trim().toLowerCase() === noLimit.toLowerCase()) return null;
  const digits = plainDigits(maxParticipant ?? "");
  const numbers = digits.match(/\d{1,3}(?:[,.'’\u00a0\u202f]\d{3})+(?!\d)|\d+/g) ?? [];
  if (numbers.length === 0) return defaultCapacity;
  return Math.max(...numbers.map((number) => Number(number.replace(/\D/g, ""))));
}

/**
 * The next future span as long as another, on the same weekday and at the same local time in its zone; at least a week
 * later.
 */
export function sameDayLater({ begin, end, zone }: Span, now: Date): Span {
  const { date, time } = wallClockIn(begin, zone);
  for (let later = 7; ; later += 7) {
    const moment = momentIn(zone, daysAfter(date, later), time);
    if (moment && moment <= now) continue;
    const next = moment ?? now;
    return { begin: next, end: new Date(next.getTime() + end.getTime() - begin.getTime()), zone };
  }
}
