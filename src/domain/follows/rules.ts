import { daysAfter, wallClockIn } from "../events/rules.ts";
import { momentIn } from "../time-zones/rules.ts";

/**
 * The kinds of follows that send mails: the events of an organizer, the events of a filter, and a free spot at an
 * event.
 */
export const followable = ["organizer", "filter", "event"] as const;
/** All kinds of follows. Those of communities are kept but send nothing: members do not speak in a community's name. */
export const abouts = [...followable, "community"] as const;
export type About = (typeof abouts)[number];

/** The paces of the mail about all follows, which comes only with news. */
export const paces = ["at_once", "daily", "weekly", "monthly"] as const;
export type Pace = (typeof paces)[number];

/** Tests whether a filter, as the query of an address, has a last day: it may be over before a weekly mail. */
export const hasEnd = (filter: string): boolean => new URLSearchParams(filter).has("to");

/** The default time of a mail: Thursday at five, in time to plan the weekend. Monday is 1. */
export const weekdayDefault = 4;
export const hourDefault = 17;

/** The number of follows of one address, and of unconfirmed requests at a time. */
export const followsMax = 50;
export const unansweredMax = 5;

/** The longest filter that can be followed, in characters of its address. */
export const filterMax = 1000;

/** The radius of the newsletter around the reader's town, in kilometers. */
export const newsletterWithin = 50;

/**
 * The number of events in one mail, as many as people read on a phone; the others are counted, up to a limit for each
 * follow.
 */
export const toldMax = 8;
/** The number of further events named by a line each, if no single list has them all. */
export const linedMax = 20;
export const countedMax = 100;

const minute = 60_000;

/**
 * The age of an event before it is reported. Meanwhile its organizer can correct a typo, and several events created in
 * a row go into one mail.
 */
export const settled = 3 * minute;

/** The shortest time between two mails to readers who want news at once. */
const gap = 15 * minute;

/**
 * The times of a reader's mails, by the clocks of their zone. The weekday counts for weekly and monthly mails, the hour
 * for all except immediate ones.
 */
export type Timing = { pace: Pace; weekday: number; hour: number; timeZone: string };

/** The earliest moment of the next mail; a monthly one comes in the first week of a month. */
export function nextDue({ pace, weekday, hour, timeZone }: Timing, now: Date): Date {
  if (pace === "at_once") return new Date(now.getTime() + gap);
  const { date } = wallClockIn(now, timeZone);
  const time = `${String(hour).padStart(2, "0")}:00`;
  for (let days = 0; days <= 2 * 31; days++) {
    const day = daysAfter(date, days);
    const moment = isDayOf(pace, weekday, day) ? momentIn(timeZone, day, time) : null;
    if (moment && moment > now) return moment;
  }
  return now;
}

function isDayOf(pace: Pace, weekday: number, day: string): boolean {
  if (pace === "daily") return true;
  const isWeekday = (new Date(`${day}T00:00Z`).getUTCDay() || 7) === weekday;
  return isWeekday && (pace === "weekly" || Number(day.slice(-2)) <= 7);
}
