import { daysAfter } from "../events/rules.ts";
import { datesOf } from "./dates.ts";
import { dayOf, type LocalDate, type LocalTime, type Recurrence } from "./rules.ts";

/** The number of days within which another date may take the place of one that no longer fits. */
export const nearDays = 3;

/** A date under a changed rule, by its original local start. */
export type Fit = {
  date: LocalTime;
  /** The rule's date on the same day, perhaps at another time of day; null if the date no longer fits. */
  kept: LocalTime | null;
  /** For a date that no longer fits: the rule's nearest date within three days, or null. */
  nearest: LocalTime | null;
};

/** A changed rule: with its first date, the days that are left out, and the time from which its dates count. */
export type NewRule = { rule: Recurrence; start: LocalTime; leftOut?: readonly LocalDate[]; after?: LocalTime };

/**
 * Returns for each date whether a changed rule keeps it. Days of the calendar decide, not the order of dates and not
 * moments: 18:00 that becomes 18:30 is the same date, and a date that falls out does not shift those after it. Each
 * date of the rule keeps one of ours, the one at the nearest time of that day; the others of that day may move to it.
 */
export function fitting(dates: readonly LocalTime[], changed: NewRule): Fit[] {
  const dateOn = dateFinder(changed);
  const keeper = new Map<LocalTime, LocalTime>();
  for (const date of dates.toSorted()) {
    const own = dateOn(dayOf(date));
    if (own === null) continue;
    const other = keeper.get(own);
    if (other === undefined || minutesBetween(date, own) < minutesBetween(other, own)) keeper.set(own, date);
  }
  return dates.map((date) => {
    const own = dateOn(dayOf(date));
    if (own !== null && keeper.get(own) === date) return { date, kept: own, nearest: null };
    return { date, kept: null, nearest: nearestTo(dayOf(date), dateOn) };
  });
}

/** Returns the date that is the fewest days away; of two, the later one, which leaves more time. */
function nearestTo(day: LocalDate, dateOn: (day: LocalDate) => LocalTime | null): LocalTime | null {
  for (let away = 0; away <= nearDays; away++) {
    const found = dateOn(daysAfter(day, away)) ?? dateOn(daysAfter(day, -away));
    if (found !== null) return found;
  }
  return null;
}

/** Returns a function that finds the rule's date on a day. A rule has at most one on each. */
function dateFinder({ rule, start, leftOut = [], after = "" }: NewRule): (day: LocalDate) => LocalTime | null {
  // Dates are made by the year, because a new beginning takes longer than a step to the next date.
  const years = new Map<string, ReadonlyMap<LocalDate, LocalTime>>();
  return (day) => {
    const year = day.slice(0, 4);
    let dates = years.get(year);
    if (dates === undefined) {
      const [first, next] = [`${year}-01-01`, `${Number(year) + 1}-01-01`];
      const found = datesOf(rule, start, { after: first, before: next, leftOut, limit: 366 });
      years.set(year, (dates = new Map(found.map((date) => [dayOf(date), date]))));
    }
    const date = dates.get(day);
    return date !== undefined && date > after ? date : null;
  };
}

const minuteOf = (local: LocalTime): number => Number(local.slice(11, 13)) * 60 + Number(local.slice(14));
const minutesBetween = (one: LocalTime, other: LocalTime): number => Math.abs(minuteOf(one) - minuteOf(other));
