import { type MessageKey, perLocale, say } from "#messages/say.ts";
import { daysAfter, isDay, weekdayOf } from "../events/rules.ts";
import { inZone, momentIn, shortClockTimeIn, textIn } from "../time-zones/rules.ts";

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

/** True for a minute of a day of this century. */
export const isLocalTime = (text: string): boolean =>
  /^.{10}T(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) && isDay(text.slice(0, 10));

/** The day of a local time. */
export const dayOf = (local: LocalTime): LocalDate => local.slice(0, 10);

/** The number of a day's weekday. */
export const weekdayNumberOf = (local: LocalTime): Weekday =>
  (new Date(`${dayOf(local)}T00:00Z`).getUTCDay() || 7) as Weekday;

/** The positions that a day has in its month: Thursday, November 26, 2026 is the fourth one and the last one. */
export function positionsOf(local: LocalTime): Position[] {
  const day = dayOf(local);
  const week = Math.ceil(Number(day.slice(8)) / 7);
  const isLast = daysAfter(day, 7).slice(0, 7) !== day.slice(0, 7);
  return positions.filter((position) => position === week || (position === -1 && isLast));
}

/** The day that is a number of years later; the day before it, if it would be the 29th of a February that has 28. */
function yearsAfter(day: LocalDate, years: number): LocalDate {
  const same = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
  return daysAfter(same, 0) === same ? same : `${same.slice(0, 8)}28`;
}

/** The last day on which a series with this first date may end. */
export const lastUntil = (start: LocalTime): LocalDate => yearsAfter(dayOf(start), untilYearsMax);

/** The problem of a rule with the first date of its series: the field to change, and the key of the sentence. */
export type StartProblem = { field: "weekdays" | "position" | "until"; error: MessageKey };

/**
 * Returns why a series cannot begin with this date; null if it can. The first date has to be one of the rule's: people
 * see it on the form, and RFC 5545 leaves open which dates another one has.
 */
export function startProblem(rule: Recurrence, start: LocalTime): StartProblem | null {
  if ("weekdays" in rule && !rule.weekdays.includes(weekdayNumberOf(start)))
    return { field: "weekdays", error: "rule.repeat.start_weekday" };
  if ("position" in rule && !positionsOf(start).includes(rule.position))
    return { field: "position", error: "rule.repeat.start_position" };
  if (rule.until !== null && rule.until <= dayOf(start)) return { field: "until", error: "rule.repeat.until_early" };
  if (rule.until !== null && rule.until > lastUntil(start)) return { field: "until", error: "rule.repeat.until_far" };
  return null;
}

const list = perLocale((locale) => new Intl.ListFormat(locale));
const ordinalRules = perLocale((locale) => new Intl.PluralRules(locale, { type: "ordinal" }));
const ordinals = ["one", "two", "few", "other"] as const;
const weeks = ["first", "second", "third", "fourth"] as const;

/**
 * A rule in words: 'Every Tuesday, 6 PM, until March 30'. The last day has its year, if that is not within a year of
 * the first date. With a zone, its name follows the time of day.
 */
export function recurrenceInWords(rule: Recurrence, start: LocalTime, zone?: string): string {
  const shown = new Date(`${start}Z`);
  const clock = shortClockTimeIn(shown, "UTC");
  const moment = zone === undefined ? null : momentIn(zone, dayOf(start), start.slice(11));
  const time = zone === undefined || moment === null ? clock : inZone(clock, zone, moment);
  const text = say("series.at", { repeats: daysInWords(rule, start), time });
  if (rule.count !== null) return say("series.times", { repeats: text, count: rule.count });
  if (rule.until === null) return text;
  const look = rule.until < yearsAfter(dayOf(start), 1) ? "longDay" : "longDate";
  return say("series.until", { repeats: text, date: textIn("UTC", look, new Date(`${rule.until}T00:00Z`)) });
}

/** The days of a rule in words: 'Every Tuesday', 'Monthly on the 15th'. */
export function daysInWords(rule: Recurrence, start: LocalTime): string {
  if (rule.every === "month-weekday") {
    const week = rule.position === -1 ? "last" : weeks[rule.position - 1]!;
    return say(`series.month_weekday.${week}`, { weekday: weekdayOf(dayOf(start)) });
  }
  if (rule.every === "month-day") {
    const day = Number(start.slice(8, 10));
    const ordinal = ordinals.find((one) => one === ordinalRules().select(day)) ?? "other";
    const repeats = say(`series.month_day.${ordinal}`, { day });
    return day > 28 ? say("series.some_months", { repeats }) : repeats;
  }
  if (rule.every === "week" && rule.weekdays.length === weekdays.length) return say("series.every_day");
  // November 30, 2026 is a Monday.
  const days = list().format(rule.weekdays.map((day) => weekdayOf(daysAfter("2026-11-29", day))));
  return rule.every === "week" ? say("series.week", { days }) : say("series.two_weeks", { days });
}
