import ICAL from "ical.js";
import { monthsAhead, occurrencesMax } from "#domain/imports/rules.ts";
import { isTimeZone } from "#domain/time-zones/rules.ts";
import { IanaZone } from "./zones.ts";

/** The maximum number of dates of a schedule examined to find the coming ones. */
const stepsMax = 20_000;

/** The fields of a page's schedule (schema.org's Schedule) as texts and lists of texts. */
export type WrittenSchedule = {
  startDate: string;
  endDate: string;
  startTime: string;
  endTime: string;
  duration: string;
  repeatFrequency: string;
  repeatCount: string;
  scheduleTimezone: string;
  byDay: string[];
  byMonth: string[];
  byMonthDay: string[];
  byMonthWeek: string[];
  exceptDate: string[];
};

/** A date of an event: its day as written, its times, and the zone to show them in. */
export type When = {
  day: string;
  begin: Date;
  end: Date | null;
  timeZone: string;
  isDay: boolean;
  isFloating: boolean;
};

/** Returns the next dates of a schedule, and whether there are more. @throws Error if it is unreadable */
export function datesOf(schedule: WrittenSchedule, now: Date, otherwise: string): { dates: When[]; hasMore: boolean } {
  const isNamed = isTimeZone(schedule.scheduleTimezone);
  const timeZone = isNamed ? schedule.scheduleTimezone : otherwise;
  const day = /^\d{4}-\d\d-\d\d/.exec(schedule.startDate)?.[0];
  if (!day) throw new Error("no start date");
  const clock = clockIn(schedule.startTime) ?? clockIn(schedule.startDate.slice(11));
  const begin = clock ? ICAL.Time.fromDateTimeString(`${day}T${clock}`) : ICAL.Time.fromDateString(day);
  if (clock) begin.zone = new IanaZone(timeZone);
  const momentOf = (time: ICAL.Time) => {
    const copy = time.clone();
    copy.isDate = false;
    copy.zone = new IanaZone(timeZone);
    return new Date(copy.toUnixTime() * 1000);
  };
  const length = lengthOf(schedule, clock);
  const last = new Date(now);
  last.setUTCMonth(last.getUTCMonth() + monthsAhead);
  const except = new Set(schedule.exceptDate.map((date) => date.slice(0, 10)));
  const until = /^\d{4}-\d\d-\d\d/.exec(schedule.endDate)?.[0];
  const dates: When[] = [];
  const steps = ICAL.Recur.fromString(ruleOf(schedule)).iterator(begin);
  for (let step = 0; step < stepsMax; step++) {
    const next = steps.next() as ICAL.Time | null;
    const date = next?.toString().slice(0, 10);
    // The last day is included.
    if (!next || date === undefined || (until && date > until)) return { dates, hasMore: false };
    const moment = momentOf(next);
    if (except.has(date) || moment <= now) continue;
    if (moment > last || dates.length >= occurrencesMax) return { dates, hasMore: true };
    const end = length === null ? null : new Date(moment.getTime() + length);
    dates.push({ day: date, begin: moment, end, timeZone, isDay: !clock, isFloating: !isNamed && clock !== null });
  }
  return { dates, hasMore: true };
}

/** Returns '18:00:00' for '18:00', '18:00:00+01:00' or a whole date; null if there is no time. */
const clockIn = (time: string): string | null => {
  const [, hour, minute] = /(?:^|T)(\d\d):(\d\d)/.exec(time.trim()) ?? [];
  return hour !== undefined && Number(hour) < 24 && Number(minute) < 60 ? `${hour}:${minute}:00` : null;
};

function lengthOf({ endTime, duration }: WrittenSchedule, clock: string | null): number | null {
  if (/^P[\dTDHMSW.]+$/i.test(duration.trim()))
    return ICAL.Duration.fromString(duration.trim().toUpperCase()).toSeconds() * 1000;
  const end = clockIn(endTime);
  if (!clock || !end) return clock ? null : 86_400_000;
  const length = Date.parse(`2026-01-01T${end}Z`) - Date.parse(`2026-01-01T${clock}Z`);
  // An end before the beginning is on the next day.
  return length > 0 ? length : length + 86_400_000;
}

const days: Readonly<Record<string, string>> = {
  monday: "MO",
  tuesday: "TU",
  wednesday: "WE",
  thursday: "TH",
  friday: "FR",
  saturday: "SA",
  sunday: "SU",
};
const frequencies: Readonly<Record<string, string>> = { D: "DAILY", W: "WEEKLY", M: "MONTHLY", Y: "YEARLY" };

const numbers = (name: string, values: string[]) => {
  if (values.some((value) => !/^-?\d{1,3}$/.test(value.trim()))) throw new Error("not a number");
  return values.length > 0 ? `;${name}=${values.map((value) => value.trim()).join(",")}` : "";
};

/**
 * Converts a schedule to a calendar's rule.
 * @throws Error if it repeats more often than daily, or not in days, weeks, months or years
 */
function ruleOf(schedule: WrittenSchedule): string {
  const said = schedule.repeatFrequency.trim();
  const [, number = "1", unit = ""] =
    /^P(\d{1,3})([DWMY])$/i.exec(said) ?? /^()(?:.*\/)?([DWMY])(?:aily|eekly|onthly|early)$/i.exec(said) ?? [];
  const byDay = schedule.byDay.map(weekdayOf);
  const freq = frequencies[unit.toUpperCase()] ?? (said === "" && byDay.length > 0 ? "WEEKLY" : undefined);
  if (!freq) throw new Error("no frequency");
  const weeks = schedule.byMonthWeek.map((week) => week.trim());
  if (weeks.some((week) => !/^-?[1-6]$/.test(week))) throw new Error("not a week of a month");
  const inWeeks =
    freq === "MONTHLY" && weeks.length > 0 ? byDay.flatMap((day) => weeks.map((week) => week + day)) : byDay;
  const count = /^\d{1,4}$/.exec(schedule.repeatCount.trim())?.[0];
  return [
    `FREQ=${freq};INTERVAL=${Number(number) || 1}`,
    inWeeks.length > 0 ? `;BYDAY=${inWeeks.join(",")}` : "",
    numbers("BYMONTH", schedule.byMonth),
    numbers("BYMONTHDAY", schedule.byMonthDay),
    count ? `;COUNT=${count}` : "",
  ].join("");
}

/**
 * Returns the weekday, such as 'TU' from 'https://schema.org/Tuesday', 'Tuesday' or 'TU'; also for the second one of a
 * month: '2TU'.
 * @throws Error
 */
function weekdayOf(day: string): string {
  const word = day.trim().split("/").at(-1)!.replace(/s$/i, "").toLowerCase();
  if (/^([+-]?[1-5])?(mo|tu|we|th|fr|sa|su)$/.test(word)) return word.toUpperCase();
  const short = days[word];
  if (!short) throw new Error("not a day of a week");
  return short;
}
