import { bareLetters, firstCharacters, lengthOf, remembering } from "../rules.ts";
import { clockTimeIn, partsIn, spanIn, textIn, zoneName } from "../time-zones/rules.ts";

/** Specification 9: limits on what an organizer types, in characters as a person counts them (`lengthOf`). */
export const titleMax = 50;
export const descriptionMax = 1000;
export const whatToBringMax = 300;
export const providedMax = 300;
export const locationMax = 200;
export const maxParticipantMax = 60;

/** The length of a reason that an organizer gives to people, such as why an event is canceled, in the same characters. */
export const reasonMax = 500;

/** The words for as many as want to come. */
export const noLimit = "No limit";

/** How many events a calendar to subscribe to holds, the soonest ones, and how many news there are, the latest ones. */
export const calendarMax = 1000;
export const newsMax = 100;

/** How many events a map shows, the soonest ones: as many as a phone draws at once, and 200 kB. */
export const pinsMax = 1000;

/** How many events are counted, at most: nobody looks through more, and to count a million takes a tenth of a second. */
export const countMax = 10_000;

/** The same of a search, of which each event that is counted has to be read. */
export const foundMax = 1000;

/** How many days the strip above the list shows, from today on. */
export const stripDays = 14;

/** How long an event is when nobody says, and at most, in milliseconds. */
export const durationDefault = 2 * 3_600_000;
export const durationMax = 14 * 24 * 3_600_000;

/** How strenuous an event is, for people who have never done such a thing. */
export const efforts = ["light", "medium", "hard"] as const;
export type Effort = (typeof efforts)[number];

/** How far an event may be from the town that somebody names, in kilometers, and how far when they do not say. */
export const distances = [2, 5, 10, 25, 50] as const;
export const distanceDefault = 10;

/** The longest words, and the longest name of a town, that are looked for. */
export const searchMax = 100;

/**
 * The languages that can be named as spoken at an event, by their codes (BCP 47) in the order of their English names; and how many
 * of them one event names.
 */
export const languages: readonly string[] = (
  "sq am ar bn bg my ca zh hr cs da nl en et fil fi fr de el gu ha he hi hu is ig id ga it ja kn ko lv lt ms ml mr ne " +
  "nb ps fa pl pt pa ro ru sr sgn sk sl so es sw sv ta te th ti tr uk ur uz vi yo zu"
).split(" ");
export const languagesMax = 8;

/** 'Portuguese' for `pt`. */
export function languageName(code: string): string {
  const name = names.get(code) ?? languageNames().of(code) ?? code;
  names.set(code, name);
  return name;
}

/** Those that were asked for: to find one takes as long as ten elements of a page. Engines have none for all sign languages together. */
const names = new Map([["sgn", "Sign language"]]);
let known: Intl.DisplayNames | undefined;
const languageNames = () => (known ??= new Intl.DisplayNames("en", { type: "language" }));

/** Specification 9: a card on the home page cuts a description that is longer than 50 characters to 60 and '...'. */
export const cutAbove = 50;
export const cutTo = 60;

/** Home shows the six events that were created last. */
export const latestCount = 6;

/** How many other events an event's page shows, and how far from it they may be in kilometers. */
export const similarCount = 3;
export const similarWithin = 50;
/** How far other events may be, in kilometers, that stand beside one that can no longer be joined: its people do not travel for a day. */
export const insteadWithin = 300;
/** Among how many of the soonest around it those of its own type are looked for. */
export const similarAmong = 100;

/** How many events one file of a sitemap has; sitemaps.org allows 50,000 addresses, and a file is made as a whole. */
export const sitemapMax = 10_000;

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

/** The address of an event's page on this site. */
export const eventPath = (id: string): `/view-event/${string}` => `/view-event/${id}`;

/** The address of the list with a filter, as `queryOf` writes it. */
export const listPath = (query: string): "/upcoming-events" | `/upcoming-events?${string}` =>
  query === "" ? "/upcoming-events" : `/upcoming-events?${query}`;

type SpotCounts = { participant: number; waiting: number; held: number; passed: number; capacity: number | null };

/**
 * Specification 2 'Event Details': places that are still free; never below zero, null when there is no limit. A place that
 * is held for somebody is not free.
 */
export const remainingSpots = ({ participant, held, capacity }: SpotCounts): number | null =>
  capacity === null ? null : Math.max(0, capacity - participant - held);

/**
 * Why a newcomer without guests would be waitlisted: what is free is `kept` for people who wait for more, or every spot is
 * `taken`, or taken and `offered`; null when one is free.
 */
export function whyFull(event: SpotCounts): "kept" | "taken" | "offered" | null {
  if (remainingSpots(event) === 0) return event.held > 0 ? "offered" : "taken";
  return event.waiting > event.held + event.passed ? "kept" : null;
}

/** Whether a newcomer without guests would be waitlisted. */
export const isFull = (event: SpotCounts): boolean => whyFull(event) !== null;

/** How many spots a newcomer can take: none where those that are free are kept for people who wait; null without a limit. */
export const spotsForNewcomer = (event: SpotCounts): number | null => (isFull(event) ? 0 : remainingSpots(event));

/** From its beginning on an event is under way. */
export const hasBegun = (eventDate: Date | string, now: Date): boolean => new Date(eventDate) < now;

/** What has ended is no longer listed as upcoming, and can no longer be joined or left. */
export const hasEnded = (eventEnd: Date | string, now: Date): boolean => new Date(eventEnd) < now;

/** What calendar and clock show at a moment in a time zone: `2026-11-28` and `09:30`. */
export function wallClockIn(moment: Date, timeZone: string): { date: string; time: string } {
  const { year, month, day, hour, minute } = partsIn(timeZone, "clock", moment);
  return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
}

/** True for a day that there is, such as `2026-11-28`, in this century: no event of ours is on another. */
export const isDay = (text: string): boolean => /^20\d\d-\d\d-\d\d$/.test(text) && daysAfter(text, 0) === text;

/** The day that is some days after another; '' for one that there is not. */
export function daysAfter(day: string, days: number): string {
  const moment = new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000);
  return Number.isNaN(moment.getTime()) ? "" : moment.toISOString().slice(0, 10);
}

/** 'Saturday', of a day. */
export const weekdayOf = (day: string): string => textIn("UTC", "weekday", new Date(`${day}T00:00Z`));

/** True for a Saturday or a Sunday. */
export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00Z`).getUTCDay());

/** Saturday and Sunday of the week of a day, of which a Sunday is the last; on a Sunday, that day alone. */
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

/** What is left of that where little has happened since: 'Nov 28', and of another year than this one 'Nov 28, 2026'. */
export function nearDateOf(moment: Date, timeZone: string, now = new Date()): string {
  const { month, day, year } = dayOf(moment, timeZone);
  return year === dayOf(now, timeZone)["year"] ? `${month} ${day}` : `${month} ${day}, ${year}`;
}

/** The date in parts, of which a leaf of a calendar is made. */
export const dayOf = (moment: Date, timeZone: string) => partsIn(timeZone, "date", moment);

/** 'November 28, 2026' (specification 5 'Create event', MMMM d, yyyy), in a zone. */
export const longDateOf = (moment: Date, timeZone: string) => textIn(timeZone, "longDate", moment);

/** '9:00 AM', in a zone. */
export const timeOf = clockTimeIn;

/** 'Sat, Nov 28, 2026, 9:00 AM', in a zone that is named on demand ('… 9:00 AM Dhaka time'). */
export function momentOf(moment: Date, timeZone: string, named = false): string {
  const words = `${dateOf(moment, timeZone)}, ${timeOf(moment, timeZone)}`;
  return named ? `${words} ${zoneName(timeZone, moment)}` : words;
}

/**
 * When something is, in a zone that is named on demand: 'Sat, Nov 28, 2026', from '9:30' until '11:30 AM Dhaka time'. An end
 * on another day comes with that day, and with no more of its date than is another: 'Sun 29, 4 PM'. The midnight that ends the
 * day it begins on is still of that evening. What takes whole days has them in the place of hours: 'all day', 'Fri – Sun 20'.
 */
export const spanOf = (begin: Date, end: Date, timeZone: string, named = false) =>
  spanBetween(begin.getTime(), end.getTime(), timeZone, Number(named));

/** A page says the same one several times. */
const spanBetween = remembering(1000, (from: number, until: number, timeZone: string, isNamed: number) =>
  spanIn(new Date(from), new Date(until), timeZone, isNamed === 1),
);

/**
 * What a list of events is asked for, by its names on the wire and in the order in which they stand in an address; `cursor` is
 * where its page begins.
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
  "order",
  "cursor",
] as const;
type Asked = string | number | boolean | null | readonly string[] | undefined;

/** What is meant when nothing is said. */
const unsaid: Record<string, string> = { within: String(distanceDefault), order: "date", category: "all" };

/**
 * A filter as the query of an address, '' where it lets every event through: the same filter is always the same text.
 * `EventFilter` (`shapes.ts`) reads it.
 * @param filter as it was read, or as a form has it
 */
export function queryOf(filter: { readonly [Name in (typeof filterNames)[number]]?: Asked }): string {
  const query = new URLSearchParams();
  for (const name of filterNames) {
    // How far from nowhere says nothing.
    if (!String(filter.near ?? "") && (name === "within" || name === "order")) continue;
    for (const value of [filter[name] ?? ""].flat()) {
      const text = value === true ? "1" : String(value || "").trim();
      if (text !== "" && text !== unsaid[name]) query.append(name, text);
    }
  }
  return query.toString();
}

/** A location that names the town it is in: 'Pier 1' in Porto is 'Pier 1, Porto', and 'Pier 1, Porto' stays what it is. */
export const withTown = (location: string, town: { name: string } | null): string =>
  town === null || bareLetters(location).includes(bareLetters(town.name)) ? location : `${location}, ${town.name}`;
