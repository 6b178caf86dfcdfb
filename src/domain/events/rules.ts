import { firstCharacters, lengthOf } from "../rules.ts";
import { clockOffsetIn, formatIn, partsIn, zoneName } from "../time-zones/rules.ts";

/** Specification 9: limits on what an organizer types, in characters as a person counts them (`lengthOf`). */
export const titleMax = 50;
export const descriptionMax = 1000;
export const whatToBringMax = 300;
export const locationMax = 200;
export const maxParticipantMax = 60;

/** The length of a reason that an organizer gives to people, such as why an event is cancelled, in the same characters. */
export const reasonMax = 500;

/** Specification 9: the number of places when the organizer's words hold no number. */
export const defaultCapacity = 100;
export const capacityMax = 1_000_000;
/** The words for as many as want to come. */
export const noLimit = "No limit";

/** How many events a calendar to subscribe to holds, the soonest ones, and how many news there are, the latest ones. */
export const calendarMax = 1000;
export const newsMax = 100;

/** How long an event is when nobody says, and at most, in milliseconds. */
export const durationDefault = 2 * 3_600_000;
export const durationMax = 14 * 24 * 3_600_000;

/** Specification 9: a card on the home page cuts a description that is longer than 50 characters to 60 and '...'. */
export const cutAbove = 50;
export const cutTo = 60;

/** Specification 9: the time after an event's creation until its organizer is taken to the list, in milliseconds. */
export const redirectDelay = 3000;

/** Home shows the six events that were created last. */
export const latestCount = 6;

/** The most addresses that one sitemap may have (sitemaps.org). */
export const sitemapMax = 50_000;

/** Specification 3 'Event type values': in the order in which they are offered. */
export const eventTypes = [
  "cleanup",
  "plantation",
  "donation",
  "education",
  "healthcare",
  "food",
  "awareness",
] as const;
export type EventType = (typeof eventTypes)[number];

/** Specification 9 'Home event description': longer than 50 characters becomes its first 60 and three dots. */
export const cutShort = (text: string): string =>
  lengthOf(text) > cutAbove ? `${firstCharacters(text, cutTo)}...` : text;

/**
 * How many places the organizer's own words stand for: the largest whole number in them ('50', 'up to 50', '20-50'),
 * read in any script's digits and with thousands grouped ('1,000'); null for 'No limit', 100 when they hold none.
 */
export function capacityOf(maxParticipant: string | null | undefined): number | null {
  if (maxParticipant?.trim().toLowerCase() === noLimit.toLowerCase()) return null;
  const digits = (maxParticipant ?? "").replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
  const numbers = digits.match(/\d{1,3}(?:[,.'’\u00a0\u202f]\d{3})+(?!\d)|\d+/g) ?? [];
  if (numbers.length === 0) return defaultCapacity;
  return Math.max(...numbers.map((number) => Number(number.replace(/\D/g, ""))));
}

/** The value of a decimal digit of any script: Unicode keeps each script's ten digits together, in order. */
function digitValue(digit: string): number {
  // Full-width, bold and other variants of 0 to 9 stand in rows without a gap; they become 0 to 9 first.
  digit = digit.normalize("NFKC");
  let value = 0;
  for (let code = digit.codePointAt(0) ?? 0; value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1)); code--)
    value++;
  return value;
}

/** The address of an event's page on this site. */
export const eventPath = (id: string): `/view-event/${string}` => `/view-event/${id}`;

type SpotCounts = { participant: number; waiting: number; held: number; capacity: number | null };

/**
 * Specification 2 'Event Details': places that are still free; never below zero, null when there is no limit. A place that
 * is held for somebody is not free.
 */
export const remainingSpots = ({ participant, held, capacity }: SpotCounts): number | null =>
  capacity === null ? null : Math.max(0, capacity - participant - held);

/** Whether a newcomer without guests would be waitlisted: no spot is free, or others wait for what is free. */
export const isFull = (event: SpotCounts): boolean => event.waiting > event.held || remainingSpots(event) === 0;

/** From its beginning on an event can no longer be joined or left. */
export const hasBegun = (eventDate: Date | string, now: Date): boolean => new Date(eventDate) < now;

/** What has ended is no longer listed as upcoming. */
export const hasEnded = (eventEnd: Date | string, now: Date): boolean => new Date(eventEnd) < now;

const dayLong = 86_400_000;

/** What calendar and clock show at a moment in a time zone: `2026-11-28` and `09:30`. */
export function wallClockIn(moment: Date, timeZone: string): { date: string; time: string } {
  const { year, month, day, hour, minute } = partsIn(timeZone, "clock", moment);
  return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
}

/**
 * The moment at which calendar and clock show `date` and `time` in a time zone, or null when these are not a date and a
 * time; a year that is still being typed (`0002`) is none. Of a time that clocks show twice, because they are set back, it
 * is the first; where they are set forward over the time, it is the moment as far behind the change as the time is.
 */
export function momentIn(timeZone: string, date: string, time: string): Date | null {
  const wanted = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(wanted) || !/^[1-9]\d{3}-/.test(date)) return null;
  const ahead = clockOffsetIn(timeZone);
  // A day before and a day after, because no zone is further from UTC, nor changes its clocks twice in between.
  const before = wanted - ahead(wanted - dayLong);
  const after = wanted - ahead(wanted + dayLong);
  return new Date([before, after].find((moment) => moment + ahead(moment) === wanted) ?? before);
}

const week = 7 * 86_400_000;

/** The first moment to come on the same day of the week and at the same time as an event, in its zone; a week later at least. */
export function sameDayLater({ eventDate, timeZone }: { eventDate: string; timeZone: string }, now: Date): Date {
  const { date, time } = wallClockIn(new Date(eventDate), timeZone);
  for (let later = week; ; later += week) {
    const day = new Date(Date.parse(`${date}T00:00Z`) + later).toISOString().slice(0, 10);
    const moment = momentIn(timeZone, day, time);
    if (!moment || moment > now) return moment ?? now;
  }
}

/** 'Sat, Nov 28, 2026', in a zone. */
export const dateOf = (moment: Date, timeZone: string) => formatIn(timeZone, "date").format(moment);

/** The same in parts, of which a leaf of a calendar is made. */
export const dayOf = (moment: Date, timeZone: string) => partsIn(timeZone, "date", moment);

/** 'November 28, 2026' (specification 5 'Create event', MMMM d, yyyy), in a zone. */
export const longDateOf = (moment: Date, timeZone: string) => formatIn(timeZone, "longDate").format(moment);

/** '9:00 AM', in a zone. */
export const timeOf = (moment: Date, timeZone: string) => plain(formatIn(timeZone, "time").format(moment));

/** 'Sat, Nov 28, 2026, 9:00 AM', in a zone that is named on demand ('… 9:00 AM Dhaka time'). */
export function momentOf(moment: Date, timeZone: string, named = false): string {
  const words = `${dateOf(moment, timeZone)}, ${timeOf(moment, timeZone)}`;
  return named ? `${words} ${zoneName(timeZone, moment)}` : words;
}

/**
 * When something is, in a zone that is named on demand: 'Sat, Nov 28, 2026', from '9:30' until '11:30 AM Dhaka time'. An end
 * on another day comes with that day, and with no more of its date than is another: 'Sun 29, 4 PM'.
 */
export function spanOf(begin: Date, end: Date, timeZone: string, named = false) {
  const [date, lastDate] = [dateOf(begin, timeZone), dateOf(end, timeZone)];
  const hours = date === lastDate ? rangeOf(begin, end, timeZone) : [timeOf(begin, timeZone), timeOf(end, timeZone)];
  // Whole hours need no minutes, unless the other end has some.
  const [from = "", last = from] = hours.every((hour) => hour.includes(":00"))
    ? hours.map((hour) => hour.replace(":00", ""))
    : hours;
  const until = date === lastDate ? last : `${dayBeside(begin, end, timeZone)}, ${last}`;
  return { date, from, until: named ? `${until} ${zoneName(timeZone, end)}` : until };
}

/** Two times of a day, with one AM or PM where that is enough for both; one alone where clocks show it twice. */
const rangeOf = (begin: Date, end: Date, timeZone: string) =>
  plain(formatIn(timeZone, "time").formatRange(begin, end)).split(" – ");

/** The day of an end, beside that of its beginning. */
function dayBeside(begin: Date, end: Date, timeZone: string): string {
  const [first, last] = [dayOf(begin, timeZone), dayOf(end, timeZone)];
  if (first["year"] !== last["year"]) return dateOf(end, timeZone);
  const { weekday, month, day } = last;
  return first["month"] === month ? `${weekday} ${day}` : `${weekday}, ${month} ${day}`;
}

/** Engines differ in the spaces around AM and a dash; text that the server rendered has to be the browser's too. */
const plain = (text: string) => text.replace(/\s/gu, " ");
