import ICAL from "ical.js";
import { daysAfter, daysBetween, wallClockIn } from "../events/rules.ts";
import { momentIn } from "../time-zones/rules.ts";
import { toRRule } from "./recurrence.ts";
import { dayOf, isLocalTime, type LocalDate, type LocalTime, type Recurrence } from "./rules.ts";

/** A choice of a rule's dates. */
export type Choice = {
  /** Only dates later than this time; with a day, those of that day as well. */
  after?: LocalTime;
  /** Only dates earlier than this time; with a day, those before it. */
  before?: LocalTime;
  /** The days that are left out. They count, as EXDATE of RFC 5545: 'ten times' without one are nine dates. */
  leftOut?: readonly LocalDate[];
  /** The maximum number of dates. */
  limit: number;
};

/** The largest number of dates that one call returns: more than a rule may count, in at most 0.2 s. */
const limitMax = 1000;

/**
 * Returns the dates of a rule, in order, as local times: each has the start's time of day, whatever the clocks of a
 * zone do. A start that is not one of the rule's dates is not among them.
 * @throws Error if the start is not a local time, or more than 1000 dates are wanted
 */
export function datesOf(rule: Recurrence, start: LocalTime, { after = "", before, leftOut, limit }: Choice) {
  if (!(limit <= limitMax)) throw new Error(`too many dates: ${limit}`);
  if (!isLocalTime(start)) throw new Error(`not a local time: ${start}`);
  const left = new Set(leftOut);
  const dates: LocalTime[] = [];
  for (const date of datesFrom(rule, start, after)) {
    if (dates.length >= limit || (before !== undefined && date >= before)) break;
    if (date > after && !left.has(dayOf(date))) dates.push(date);
  }
  return dates;
}

/** All our dates are in this century. */
const lastYear = 2099;

/** The dates from a time on, and some before it, perhaps from before the start. */
function* datesFrom(rule: Recurrence, start: LocalTime, after: string): Generator<LocalTime> {
  const first = ICAL.Time.fromDateTimeString(`${firstStep(rule, start, after)}:00`);
  const steps = ICAL.Recur.fromString(toRRule(rule, start)).iterator(first);
  for (let time = steps.next(); time && time.year <= lastYear; time = steps.next()) {
    yield time.toString().slice(0, 16);
  }
}

/**
 * Returns the time at which to begin, so that a late date takes as few steps as an early one. The text of a rule says
 * its days, so it has the same dates from a later beginning, if that is in the same two weeks. A rule that counts has
 * few dates, and counts from its start.
 */
function firstStep(rule: Recurrence, start: LocalTime, after: string): LocalTime {
  if (rule.count !== null || after <= start) return start;
  const day = dayOf(after);
  if (!("weekdays" in rule)) return `${day.slice(0, 8)}01${start.slice(10)}`;
  const days = daysBetween(dayOf(start), day);
  return daysAfter(dayOf(start), days - (days % 14)) + start.slice(10);
}

/** True if a rule has a date at exactly this local time. */
export const isDateOf = (rule: Recurrence, start: LocalTime, local: LocalTime): boolean =>
  datesOf(rule, start, { after: dayOf(local), before: daysAfter(dayOf(local), 1), limit: 1 }).includes(local);

/**
 * Returns the moment of a date in a zone. A time that the clocks leave out is moved on by the length of the gap; of a
 * time that they show twice, it is the first.
 * @throws Error if it is not a local time
 */
export function momentOf(local: LocalTime, zone: string): Date {
  const moment = isLocalTime(local) ? momentIn(zone, dayOf(local), local.slice(11)) : null;
  if (moment === null) throw new Error(`not a local time: ${local}`);
  return moment;
}

/** A series as its dates need it: its rule, its first date, the zone of its clocks, and the days that are left out. */
export type Dated = { rule: Recurrence; start: LocalTime; zone: string; leftOut: readonly LocalDate[] };

/** Returns the next dates of a series, those that begin later than `now`. */
export function nextDates({ rule, start, zone, leftOut }: Dated, now: Date, limit: number): LocalTime[] {
  const { date } = wallClockIn(now, zone);
  // A time in a gap of the clocks is later than it reads, so a date of the day before may still be to come.
  const dates = datesOf(rule, start, { after: daysAfter(date, -1), leftOut, limit: limit + 2 });
  return dates.filter((local) => momentOf(local, zone) > now).slice(0, limit);
}
