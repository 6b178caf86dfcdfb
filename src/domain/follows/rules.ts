import { daysAfter, wallClockIn } from "../events/rules.ts";
import { momentIn } from "../time-zones/rules.ts";

/** Follows that tell something: the events of an organizer, the events of a filter; and an event, until a spot frees there. */
export const followable = ["organizer", "filter", "event"] as const;
/** Every kind of follow that exists. Those of communities are kept, and silent: their members do not speak in their name. */
export const abouts = [...followable, "community"] as const;
export type About = (typeof abouts)[number];

/** How often the mail about all that one follows comes, if there is anything new. */
export const paces = ["at_once", "daily", "weekly", "monthly"] as const;
export type Pace = (typeof paces)[number];

/** Whether a filter, as the query of an address, ends on a day: it may be over before the mail of a week. */
export const hasEnd = (filter: string): boolean => new URLSearchParams(filter).has("to");

/** When a mail comes to people who have not chosen: on Thursday at five, with time to plan the weekend. Monday is 1. */
export const weekdayDefault = 4;
export const hourDefault = 17;

/** How many things one address follows at most, and how many of them wait for its reader's yes at a time. */
export const followsMax = 50;
export const unansweredMax = 5;

/** The longest filter that can be followed, in characters of its address. */
export const filterMax = 1000;

/** How far from the town that somebody names the newsletter looks, in kilometers. */
export const newsletterWithin = 50;

/** How many events one mail tells of at most, as many as one reads on a phone; the others are counted, up to so many for each follow. */
export const toldMax = 8;
/** How many more are named by a line each, where no one list has them. */
export const linedMax = 20;
export const countedMax = 100;

const minute = 60_000;

/** For how long an event has to be there before it is told, so that a typo is mended and several that are made in a row are one mail. */
export const settled = 3 * minute;

/** How long after a mail the next one may come to people who want to hear as it happens. */
const gap = 15 * minute;

/** When somebody wants to hear, on the clocks of their zone; the weekday counts for what comes weekly or monthly, the hour not at once. */
export type Timing = { pace: Pace; weekday: number; hour: number; timeZone: string };

/** From when on the next mail may go out; what is monthly comes in the first week of a month. */
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
