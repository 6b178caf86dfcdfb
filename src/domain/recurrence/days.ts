import { daysAfter, daysBetween } from "../events/rules.ts";
import { type LocalDate, positionsOf, type Recurrence, untilYearsMax, weekdayNumberOf } from "./rules.ts";

// The days of a rule as a form shows them while it is typed. They need no library, which would be too large for a page;
// a test compares them with those of `datesOf`.

const monday = (day: LocalDate): LocalDate => daysAfter(day, 1 - weekdayNumberOf(day));

/** True if a rule with this first day has a date on another day, later or earlier. Its end is not considered. */
export function repeatsOn(rule: Recurrence, first: LocalDate, day: LocalDate): boolean {
  if (rule.every === "month-day") return day.slice(8) === first.slice(8);
  if (weekdayNumberOf(day) !== weekdayNumberOf(first) && rule.every === "month-weekday") return false;
  if (rule.every === "month-weekday") return positionsOf(day).includes(rule.position);
  if (!rule.weekdays.includes(weekdayNumberOf(day))) return false;
  return rule.every === "week" || daysBetween(monday(first), monday(day)) % 14 === 0;
}

/** The days of a rule from its first one on: at most `limit`, within ten years. */
export function daysOf(rule: Recurrence, first: LocalDate, limit: number): LocalDate[] {
  const days: LocalDate[] = [];
  const most = Math.min(limit, rule.count ?? limit);
  for (let later = 0; later <= untilYearsMax * 366 && days.length < most; later++) {
    const day = daysAfter(first, later);
    if (rule.until !== null && day > rule.until) break;
    if (repeatsOn(rule, first, day)) days.push(day);
  }
  return days;
}
