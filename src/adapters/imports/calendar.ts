import ICAL from "ical.js";
import { monthsAhead, occurrencesMax } from "#domain/imports/rules.ts";
import { momentIn } from "#domain/time-zones/rules.ts";
import type { ReadEvent, ReadEvents, ReadSetting } from "#domain/ports.ts";
import { isBlank, isWebAddress } from "#domain/rules.ts";
import { plainText } from "./plain-text.ts";
import { nameMax, pointOf, Sorted } from "./sorted.ts";
import { dateIn, IanaZone, ianaZone } from "./zones.ts";

/** How many dates of one event are looked at, to find those to come: a daily one of fifty years. */
const stepsMax = 20_000;

/**
 * The events of a calendar (RFC 5545). An event that repeats is there with its next dates, as its exceptions have them.
 * @throws Error when it is no calendar
 */
export function readCalendar(text: string, setting: ReadSetting): ReadEvents {
  const parsed = ICAL.parse(text) as unknown[];
  const calendars = (typeof parsed[0] === "string" ? [parsed] : parsed) as unknown[][];
  const sorted = new Sorted(setting.now);
  for (const calendar of calendars)
    readOne(new ICAL.Component(calendar as ConstructorParameters<typeof ICAL.Component>[0]), setting, sorted);
  return sorted.read();
}

function readOne(calendar: ICAL.Component, setting: ReadSetting, sorted: Sorted): void {
  const zone = ianaZone(wordOf(calendar, "x-wr-timezone"));
  const isCancelled = wordOf(calendar, "method").toUpperCase() === "CANCEL";
  const parts = calendar.getAllSubcomponents("vevent");
  for (const part of parts) setZones(part, zone ?? setting.timeZone);
  const exceptions = Map.groupBy(
    parts.filter((part) => part.hasProperty("recurrence-id")),
    uidOf,
  );
  const masters = parts.filter((part) => !part.hasProperty("recurrence-id"));
  const known = new Set(masters.map(uidOf));
  // A date that somebody was invited to alone comes without the others.
  const alone = [...exceptions].flatMap(([uid, some]) => (known.has(uid) ? [] : some));
  for (const part of [...masters, ...alone]) {
    try {
      const read = new Reading(part, { ...setting, zone });
      if (isCancelled || read.isCancelled) sorted.cancel(read.uid);
      else if (read.repeats) readDates(read, exceptions.get(uidOf(part)) ?? [], sorted);
      else sorted.take(read.event());
    } catch {
      sorted.leave("unreadable");
    }
  }
}

/** The next dates of an event that repeats. */
function readDates(read: Reading, exceptions: ICAL.Component[], sorted: Sorted): void {
  if (read.repeatsOften) return sorted.leave("often");
  const { now } = read.setting;
  const last = new Date(now);
  last.setUTCMonth(last.getUTCMonth() + monthsAhead);
  const event = new ICAL.Event(read.part, { exceptions, strictExceptions: false });
  const dates = event.iterator();
  // Of one that repeats by dates alone, these come without the first.
  const first = read.part.hasProperty("rrule") ? null : read.begin;
  let taken = 0;
  for (let steps = 0; steps < stepsMax; steps++) {
    const date = steps === 0 && first ? first : nextOf(dates);
    if (!date) return taken === 0 ? sorted.leave("past") : undefined;
    const details = event.getOccurrenceDetails(date);
    const exception = details.item === event ? null : new Reading(details.item.component, read.setting);
    const uid = `${read.uid}#${dateIn(date)}`;
    if (exception?.isCancelled) {
      sorted.cancel(uid, read.momentOf(date));
      continue;
    }
    const found = (exception ?? read).event(uid, details.startDate);
    if (found.begin <= now) continue;
    // Whether it ever ends is not looked for.
    if (found.begin > last || taken >= occurrencesMax) return sorted.leave("later");
    sorted.take(found);
    taken++;
  }
  sorted.leave(taken === 0 ? "past" : "later");
}

/** The next date; null after the last, and where the rule cannot be met. */
function nextOf(dates: ReturnType<ICAL.Event["iterator"]>): ICAL.Time | null {
  try {
    return dates.next() ?? null;
  } catch {
    return null;
  }
}

/** One event of a calendar, as we look at it. */
class Reading {
  readonly part: ICAL.Component;
  readonly setting: ReadSetting & { zone: string | null };
  readonly begin: ICAL.Time;
  readonly uid: string;
  /** The zone of its beginning, as it is told; null where it names none that we know. */
  private readonly named: string | null;
  private readonly isFloating: boolean;

  constructor(part: ICAL.Component, setting: ReadSetting & { zone: string | null }) {
    this.part = part;
    this.setting = setting;
    const begin = timeIn(part, "dtstart");
    if (!begin) throw new Error("It does not say when it begins.");
    this.begin = begin;
    this.named = ianaZone(paramOf(part, "dtstart", "tzid"));
    this.isFloating = begin.zone instanceof IanaZone && !this.named && !setting.zone;
    const recurrence = timeIn(part, "recurrence-id");
    const uid = nameOf(part, setting).slice(0, nameMax);
    this.uid = recurrence ? `${uid}#${dateIn(recurrence)}` : uid;
  }

  get isCancelled(): boolean {
    return wordOf(this.part, "status").toUpperCase() === "CANCELLED";
  }

  get repeats(): boolean {
    return this.part.hasProperty("rrule") || this.part.hasProperty("rdate");
  }

  /** More often than daily: that is no event that people come to. */
  get repeatsOften(): boolean {
    const rules = this.part.getAllProperties("rrule").map((rule) => rule.getFirstValue() as unknown as ICAL.Recur);
    return rules.some(({ freq }) => ["SECONDLY", "MINUTELY", "HOURLY"].includes(freq));
  }

  /** The zone that people are told its times in. */
  private get zone(): string {
    return this.named ?? this.setting.zone ?? this.setting.timeZone;
  }

  /** The event, or one date of it. */
  event(uid = this.uid, start = this.begin): ReadEvent {
    const begin = this.momentOf(start);
    const title = wordOf(this.part, "summary");
    if (isBlank(title)) throw new Error("It has no title.");
    const length = this.length();
    return {
      uid,
      title,
      location: wordOf(this.part, "location"),
      description: plainText(wordOf(this.part, "description")),
      page: pageOf(wordOf(this.part, "url")),
      begin,
      end: length === null ? null : new Date(begin.getTime() + length),
      timeZone: this.zone,
      isAllDay: start.isDate,
      isFloating: this.isFloating,
      isPrivate: ["PRIVATE", "CONFIDENTIAL"].includes(wordOf(this.part, "class").toUpperCase()),
      spots: null,
      point: placeOf(this.part),
    };
  }

  /** The moment of a time; a day begins with its first minute. @throws Error for one that is none */
  momentOf(time: ICAL.Time): Date {
    const moment = time.isDate ? momentIn(this.zone, dateIn(time), "00:00") : new Date(time.toUnixTime() * 1000);
    if (moment === null || Number.isNaN(moment.getTime())) throw new Error("There is no such time.");
    return moment;
  }

  /** How long it is, in milliseconds; null where that is not said. */
  private length(): number | null {
    const end = timeIn(this.part, "dtend");
    if (end) return this.momentOf(end).getTime() - this.momentOf(this.begin).getTime();
    const duration = this.part.getFirstPropertyValue("duration");
    if (duration instanceof ICAL.Duration) return duration.toSeconds() * 1000;
    // A day without an end is that day.
    return this.begin.isDate ? 86_400_000 : null;
  }
}

/**
 * Gives the times of an event the zones that their names mean, by our own clocks. A name that only the calendar itself explains is
 * believed; a time that names none is told `otherwise`.
 */
function setZones(part: ICAL.Component, otherwise: string): void {
  for (const property of ["dtstart", "dtend", "exdate", "rdate", "recurrence-id"].flatMap((name) =>
    part.getAllProperties(name),
  )) {
    const zone = ianaZone(String(property.getParameter("tzid") ?? ""));
    for (const time of property.getValues() as unknown[]) {
      if (!(time instanceof ICAL.Time) || time.isDate || time.zone === ICAL.Timezone.utcTimezone) continue;
      if (zone || time.zone === ICAL.Timezone.localTimezone) time.zone = new IanaZone(zone ?? otherwise);
    }
  }
}

/** What names an event: its own identifier, within its calendar where that is no more than a number; without one, what it is and when. */
function nameOf(part: ICAL.Component, { address }: ReadSetting): string {
  const uid = uidOf(part);
  if (uid.length >= 12 || uid.includes("@")) return uid;
  const rest = uid || `${wordOf(part, "summary")} ${wordOf(part, "dtstart")}`;
  return `${address ?? ""} ${rest}`.trim();
}

const uidOf = (part: ICAL.Component): string => wordOf(part, "uid").trim();

/** A property as text; '' where there is none. */
function wordOf(part: ICAL.Component, property: string): string {
  const value = part.getFirstPropertyValue(property) as string | { toString(): string } | null | undefined;
  return value?.toString() ?? "";
}

function timeIn(part: ICAL.Component, property: string): ICAL.Time | null {
  const value = part.getFirstPropertyValue(property) as unknown;
  return value instanceof ICAL.Time ? value : null;
}

/** GEO, which has two numbers. */
function placeOf(part: ICAL.Component): ReadEvent["point"] {
  const [lat = NaN, lon = NaN] = wordOf(part, "geo").split(/[,;]/).map(Number.parseFloat);
  return pointOf(lat, lon);
}

function paramOf(part: ICAL.Component, property: string, name: string): string {
  return String(part.getFirstProperty(property)?.getParameter(name) ?? "");
}

const pageOf = (text: string): string => (/^https?:\/\/\S{1,1000}$/.test(text) && isWebAddress(text) ? text : "");
