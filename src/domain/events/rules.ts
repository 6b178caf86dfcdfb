import { type Locale, localeNow, perLocale, say } from "#messages/say.ts";
import { bareLetters, firstCharacters, lengthOf, remembering } from "../rules.ts";
import { clockTimeIn, inZone, partsIn, type Span, textIn } from "../time-zones/rules.ts";

/** Specification 9: limits on an organizer's texts, in characters as a person counts them (`lengthOf`). */
export const titleMax = 50;
export const descriptionMax = 1000;
export const whatToBringMax = 300;
export const providedMax = 300;
export const locationMax = 200;
export const maxParticipantMax = 60;
/** Below this number, the spots left are few. */
export const fewSpots = 6;

/** The maximum length of an organizer's reason, such as for canceling an event, in the same characters. */
export const reasonMax = 500;

/** The words for an unlimited number of participants. */
export const noLimit = "No limit";

/** The number of events in a subscribed calendar, the soonest ones, and of news, the latest ones. */
export const calendarMax = 1000;
export const newsMax = 100;

/** The number of events on a map, the soonest ones: as many as a phone draws at once, and 200 kB. */
export const pinsMax = 1000;

/**
 * The maximum number of events that are counted. Readers look through fewer, and counting a million takes a tenth of a
 * second.
 */
export const countMax = 10_000;

/** The maximum count for a search, which has to read each event. */
export const foundMax = 1000;

/** The number of days in the strip above the list, starting today. */
export const stripDays = 14;

/** The duration of an event by default, and at most, in milliseconds. */
export const durationDefault = 2 * 3_600_000;
export const durationMax = 14 * 24 * 3_600_000;

/** The levels of effort, for people who have never done such work. */
export const efforts = ["light", "medium", "hard"] as const;
export type Effort = (typeof efforts)[number];

/** The distances from a town, in kilometers, that a reader can choose, and the default. */
export const distances = [2, 5, 10, 25, 50] as const;
export const distanceDefault = 10;

/** The longest search text, and the longest name of a town to search for. */
export const searchMax = 100;

/**
 * The languages that an event can name, by their codes (BCP 47) in the order of their English names; and the most that
 * one event names.
 */
export const languages: readonly string[] = (
  "sq am ar bn bg my ca zh hr cs da nl en et fil fi fr de el gu ha he hi hu is ig id ga it ja kn ko lv lt ms ml mr ne " +
  "nb ps fa pl pt pa ro ru sr sgn sk sl so es sw sv ta te th ti tr uk ur uz vi yo zu"
).split(" ");
export const languagesMax = 8;

/** 'Portuguese' for `pt`. */
export const languageName = (code: string): string => languageIn(localeNow(), code);

/**
 * The names are remembered, because finding one takes as long as ten elements of a page. Engines have no name for all
 * sign languages together.
 */
const languageIn = remembering(300, (_locale: Locale, code: string) =>
  code === "sgn" ? say("language.sign") : (languageNames().of(code) ?? code),
);
const languageNames = perLocale((locale) => new Intl.DisplayNames(locale, { type: "language" }));

/** Specification 9: a card on the home page cuts a description that is longer than 50 characters to 60 and '...'. */
export const cutAbove = 50;
export const cutTo = 60;

/** Home shows the six events that were created last. */
export const latestCount = 6;

/** The maximum number of other events on an event's page, and their maximum distance in kilometers. */
export const similarCount = 3;
export const similarWithin = 50;
/**
 * The greatest distance, in kilometers, of the events shown beside one that can no longer be joined: people do not
 * travel farther for one event.
 */
export const insteadWithin = 300;
/** The number of the soonest events around it among which those of its own type are searched for. */
export const similarAmong = 100;

/**
 * The number of events in one file of a sitemap; sitemaps.org allows 50,000 addresses, and a file is built as a whole.
 */
export const sitemapMax = 10_000;

/** Specification 3 'Event type values', in the order in which they are offered. */
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

/** The address of an event's page on this site. */
export const eventPath = (id: string): `/view-event/${string}` => `/view-event/${id}`;

/** The address of the list with a filter, written by `queryOf`. */
export const listPath = (query: string): "/upcoming-events" | `/upcoming-events?${string}` =>
  query === "" ? "/upcoming-events" : `/upcoming-events?${query}`;

/**
 * The spots of an event, or of anything with spots of its own: how many there are (null without a limit), how many are
 * taken, and the waitlist with the held spots and with the people who block no free spot. A row of `events` has these.
 */
export type Spots = { capacity: number | null; taken: number; waitlisted: number; held: number; passed: number };

type SpotsJson = Omit<Spots, "taken"> & { participant: number };
/** Makes the spots of an event as the API answers with it. */
export const spotsOf = ({ participant, capacity, waitlisted, held, passed }: SpotsJson): Spots => ({
  capacity,
  taken: participant,
  waitlisted,
  held,
  passed,
});

/** Specification 2 'Event Details': free spots; never below zero, null without a limit. A held spot is not free. */
export const remainingSpots = ({ taken, held, capacity }: Spots): number | null =>
  capacity === null ? null : Math.max(0, capacity - taken - held);

/**
 * The reason why a newcomer without guests would be waitlisted: the free spots are `kept` for people who wait for more,
 * or every spot is `taken`, or taken and `offered`. Null if a spot is free.
 */
export function whyFull(spots: Spots): "kept" | "taken" | "offered" | null {
  if (remainingSpots(spots) === 0) return spots.held > 0 ? "offered" : "taken";
  return spots.waitlisted > spots.held + spots.passed ? "kept" : null;
}

/** Tests whether a newcomer without guests would be waitlisted. */
export const isFull = (spots: Spots): boolean => whyFull(spots) !== null;

/**
 * The number of spots that a newcomer can take: none while the free ones are kept for people who wait; null without a
 * limit.
 */
export const spotsForNewcomer = (spots: Spots): number | null => (isFull(spots) ? 0 : remainingSpots(spots));

/** The number of people with a spot and on the waitlist. */
export const peopleIn = ({ taken, waitlisted }: Spots): number => taken + waitlisted;

/** Tests whether a span ends after its beginning, and is no longer than an event may be. */
export function hasLength({ begin, end }: Pick<Span, "begin" | "end">): boolean {
  const duration = end.getTime() - begin.getTime();
  return duration > 0 && duration <= durationMax;
}

/** The first and last day of a span on its clocks, as '2026-11-28'; an end at midnight counts for the day before. */
export const daysOf = ({ begin, end, zone }: Span): { first: string; last: string } => ({
  first: wallClockIn(begin, zone).date,
  last: wallClockIn(new Date(end.getTime() - 1), zone).date,
});

/** Counts the days from now until a span begins, on its clocks: 0 for today, and below zero for a day before. */
export const daysUntil = (span: Span, now: Date): number =>
  daysBetween(wallClockIn(now, span.zone).date, daysOf(span).first);

/** The date and the time that the clocks of a time zone show at a moment: `2026-11-28` and `09:30`. */
export function wallClockIn(moment: Date, timeZone: string): { date: string; time: string } {
  const { year, month, day, hour, minute } = partsIn(timeZone, "clock", moment);
  return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
}

/** True for an existing day, such as `2026-11-28`, in this century, in which all our events are. */
export const isDay = (text: string): boolean => /^20\d\d-\d\d-\d\d$/.test(text) && daysAfter(text, 0) === text;

/** The day a number of days after another; '' for an invalid day. */
export function daysAfter(day: string, days: number): string {
  const moment = new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000);
  return Number.isNaN(moment.getTime()) ? "" : moment.toISOString().slice(0, 10);
}

/** The number of days from a day to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The weekday of a day, such as 'Saturday'. */
export const weekdayOf = (day: string): string => textIn("UTC", "weekday", new Date(`${day}T00:00Z`));

/** True for a Saturday or a Sunday. */
export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00Z`).getUTCDay());

/** Saturday and Sunday of the week of a day; weeks end on Sunday. On a Sunday, that day alone. */
export function weekendOf(day: string): { from: string; to: string } {
  const weekday = new Date(`${day}T00:00Z`).getUTCDay();
  const to = daysAfter(day, (7 - weekday) % 7);
  return { from: weekday === 0 ? day : daysAfter(to, -1), to };
}

/** Monday to Sunday of the week after that of a day. */
export function weekAfter(day: string): { from: string; to: string } {
  const monday = daysAfter(weekendOf(day).to, 1);
  return { from: monday, to: daysAfter(monday, 6) };
}

/** 'Sat, Nov 28, 2026', in a zone. */
export const dateOf = (moment: Date, timeZone: string) => textIn(timeZone, "date", moment);

/** A shorter date for recent moments: 'Nov 28', or 'Nov 28, 2026' in a year other than this one. */
export function nearDateOf(moment: Date, timeZone: string, now = new Date()): string {
  const isOfThisYear = dayOf(moment, timeZone)["year"] === dayOf(now, timeZone)["year"];
  return textIn(timeZone, isOfThisYear ? "nearDate" : "nearDateOfYear", moment);
}

/** The parts of the date, for a leaf of a calendar. */
export const dayOf = (moment: Date, timeZone: string) => partsIn(timeZone, "date", moment);

/** 'November 28, 2026' (specification 5 'Create event', MMMM d, yyyy), in a zone. */
export const longDateOf = (moment: Date, timeZone: string) => textIn(timeZone, "longDate", moment);

export const timeOf = clockTimeIn;

/** 'Sat, Nov 28, 2026, 9:00 AM' in a zone, which is named by request ('… 9:00 AM Dhaka time'). */
export function momentOf(moment: Date, timeZone: string, named = false): string {
  const words = say("when.moment", { day: dateOf(moment, timeZone), time: timeOf(moment, timeZone) });
  return named ? inZone(words, timeZone, moment) : words;
}

/**
 * The filters of a list of events, by their names in the API and in the order in which they stand in an address;
 * `cursor` marks where its page begins.
 */
export const filterNames = [
  "search",
  "near",
  "within",
  "box",
  "category",
  "from",
  "to",
  "room",
  "effort",
  "children",
  "stepFree",
  "language",
  "community",
  "order",
  "cursor",
] as const;
type Asked = string | number | boolean | null | readonly string[] | undefined;

/** The default values. */
const unsaid: Record<string, string> = { within: String(distanceDefault), order: "date", category: "all" };

/**
 * Writes a filter as the query of an address, '' if it lets every event through: the same filter always gives the same
 * text. `EventFilter` (`shapes.ts`) reads it.
 * @param filter as read from an address, or from a form
 */
export function queryOf(filter: { readonly [Name in (typeof filterNames)[number]]?: Asked }): string {
  const query = new URLSearchParams();
  for (const name of filterNames) {
    // A distance or an order means nothing without a place.
    if (!String(filter.near ?? "") && (name === "within" || name === "order")) continue;
    for (const value of [filter[name] ?? ""].flat()) {
      const text = value === true ? "1" : String(value || "").trim();
      if (text !== "" && text !== unsaid[name]) query.append(name, text);
    }
  }
  return query.toString();
}

/** A location with its town: 'Pier 1' in Porto becomes 'Pier 1, Porto', and 'Pier 1, Porto' stays the same. */
export const withTown = (location: string, town: { name: string } | null): string =>
  town === null || bareLetters(location).includes(bareLetters(town.name)) ? location : `${location}, ${town.name}`;
