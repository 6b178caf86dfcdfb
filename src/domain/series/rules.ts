import type { MessageKey } from "#messages/say.ts";

/** A day of the calendar: '2026-12-01'. */
export type LocalDate = string;

/**
 * A time on the clocks of a place, without their zone: '2026-12-01T18:00'. These texts sort by time, and one compares
 * with a day, too: the day comes before all of its times.
 */
export type LocalTime = string;

/** A day of the week: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const satisfies readonly Weekday[];

/**
 * The week of a month in which a monthly date is: the first to the fourth of its weekdays, or the last one. Some months
 * have a fifth one, but not all, so nobody could rely on it.
 */
export type Position = 1 | 2 | 3 | 4 | -1;
export const positions = [1, 2, 3, 4, -1] as const satisfies readonly Position[];

/** The ends of a rule: on a day, which is included, or after a number of dates; it is open if both are null. */
type End = { until: LocalDate | null; count: number | null };

/**
 * A rule by which dates repeat. The first date, the series' start, says the rest: the time of day, the day of the month
 * of 'month-day', and the weekday of 'month-weekday'. Weeks begin on Monday. A month that lacks the day is left out.
 */
export type Recurrence = End &
  (
    | { every: "week" | "two-weeks"; weekdays: readonly Weekday[] }
    | { every: "month-day" }
    | { every: "month-weekday"; position: Position }
  );

export const everies = ["week", "two-weeks", "month-day", "month-weekday"] as const;

/**
 * The number of years after its first date in which a series may end. Events are planned for a season or a year; ten
 * years are more than anybody plans, and a mistyped century is refused. An open series has no such limit.
 */
export const untilYearsMax = 10;

/** A rule of one date is an event. */
export const countMin = 2;

/** Ten years of every week. */
export const countMax = 520;

/** Holidays of ten years in a series of several days a week. */
export const leftOutMax = 200;

/** True for a day of the calendar from the year 1000 on; false for the 30th of February. */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const moment = new Date(`${text}T00:00Z`);
  // Date arithmetic turns the 30th of February into the 2nd of March.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/** True for a minute of such a day. */
export const isLocalTime = (text: string): text is LocalTime =>
  /^.{10}T(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) && isLocalDate(text.slice(0, 10));

/** The day of a local time. */
export const dayOf = (local: LocalTime): LocalDate => local.slice(0, 10);

/** The day that is a number of days later, or earlier. */
export function daysAfter(day: LocalDate, days: number): LocalDate {
  const moment = new Date(`${day}T00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** The weekday of a day or of a local time. */
export const weekdayOf = (local: LocalTime | LocalDate): Weekday =>
  (new Date(`${dayOf(local)}T00:00Z`).getUTCDay() || 7) as Weekday;

/** The positions that a day has in its month: Thursday, November 26, 2026 is the fourth one and the last one. */
export function positionsOf(local: LocalTime | LocalDate): Position[] {
  const day = dayOf(local);
  const week = Math.ceil(Number(day.slice(8)) / 7);
  const isLast = daysAfter(day, 7).slice(0, 7) !== day.slice(0, 7);
  return positions.filter((position) => position === week || (position === -1 && isLast));
}

/** The last day on which a series with this first date may end. */
export function lastUntil(start: LocalTime | LocalDate): LocalDate {
  const sameDay = `${Number(start.slice(0, 4)) + untilYearsMax}${start.slice(4, 10)}`;
  // A series that begins on a leap day may end on the day before March.
  return isLocalDate(sameDay) ? sameDay : daysAfter(`${sameDay.slice(0, 8)}28`, 0);
}

/** The problem of a rule with the first date of its series: the field to change, and the key of the sentence. */
export type StartProblem = { field: "weekdays" | "position" | "until"; error: MessageKey };

/**
 * Returns why a series cannot begin with this date; null if it can. The first date has to be one of the rule's: people
 * see it on the form, and RFC 5545 leaves open which dates another one has.
 */
export function startProblem(rule: Recurrence, start: LocalTime): StartProblem | null {
  if ("weekdays" in rule && !rule.weekdays.includes(weekdayOf(start)))
    return { field: "weekdays", error: "rule.repeat.start_weekday" };
  if ("position" in rule && !positionsOf(start).includes(rule.position))
    return { field: "position", error: "rule.repeat.start_position" };
  if (rule.until !== null && rule.until <= dayOf(start)) return { field: "until", error: "rule.repeat.until_early" };
  if (rule.until !== null && rule.until > lastUntil(start)) return { field: "until", error: "rule.repeat.until_far" };
  return null;
}
