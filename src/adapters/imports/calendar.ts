import ICAL from "ical.js";
import { monthsAhead, occurrencesMax } from "#domain/imports/rules.ts";
import type { ReadEvents, ReadSetting } from "#domain/ports.ts";
import { type CalendarParts, calendarParts } from "./calendar-parts.ts";
import { OneEvent, timeIn, uidOf } from "./one-event.ts";
import { plainLine } from "./plain-text.ts";
import { Sorted } from "./sorted.ts";
import type { Vevent } from "./vevent.ts";
import { dateIn, IanaZone, ianaZone } from "./zones.ts";

/** How many dates of one event are looked at, to find those to come: a daily one of fifty years. */
const stepsMax = 20_000;

/**
 * The events of a calendar (RFC 5545). An event that repeats is there with its next dates, as its exceptions have them. One that cannot
 * be read is counted and named, and takes no other one along.
 * @throws Error when it is no calendar
 */
export function readCalendar(text: string, setting: ReadSetting): ReadEvents {
  const sorted = new Sorted(setting.now);
  for (const calendar of calendarParts(text)) readOne(calendar, setting, sorted);
  return sorted.read();
}

const isException = ({ component }: Vevent) => component.hasProperty("recurrence-id");

function readOne({ words, events }: CalendarParts, setting: ReadSetting, sorted: Sorted): void {
  const zone = ianaZone(words.get("X-WR-TIMEZONE"));
  const isCancelled = words.get("METHOD")?.toUpperCase() === "CANCEL";
  for (const { component } of events) setZones(component, zone ?? setting.timeZone);
  const exceptions = Map.groupBy(events.filter(isException), uidOf);
  const masters = events.filter((event) => !isException(event));
  const known = new Set(masters.filter(({ component }) => component.hasProperty("rrule")).map(uidOf));
  for (const event of masters) if (event.component.hasProperty("rdate")) known.add(uidOf(event));
  // A date that somebody was invited to alone comes without the others.
  const alone = [...exceptions].flatMap(([uid, some]) => (known.has(uid) ? [] : some));
  for (const event of [...masters, ...alone]) {
    try {
      const read = new OneEvent(event, { ...setting, zone });
      if (isCancelled || read.isCancelled) sorted.cancel(read.cancellation);
      else if (read.repeats) readDates(read, exceptions.get(uidOf(event)) ?? [], sorted);
      else sorted.take(read.event());
    } catch {
      sorted.leaveUnreadable(plainLine(event.words.get("summary") ?? ""));
    }
  }
}

/** The next dates of an event that repeats. */
function readDates(read: OneEvent, others: readonly Vevent[], sorted: Sorted): void {
  if (read.repeatsOften) return sorted.leave("often");
  // An event with a line that cannot be read is left out as a whole.
  read.event();
  const { now } = read.setting;
  const last = new Date(now);
  last.setUTCMonth(last.getUTCMonth() + monthsAhead);
  const { component, lengths } = read.vevent;
  const exceptions = new Map<ICAL.Component, OneEvent>();
  const unread = new Set<string>();
  for (const other of others) {
    try {
      exceptions.set(other.component, new OneEvent(other, read.setting));
    } catch {
      // Another date than the rule's, and we do not know which.
      unread.add(dateIn(timeIn(other, "recurrence-id") ?? read.begin));
      sorted.leaveUnreadable(plainLine(other.words.get("summary") ?? ""));
    }
  }
  const event = new ICAL.Event(component, { exceptions: [...exceptions.keys()], strictExceptions: false });
  const dates = event.iterator();
  const isOff = offDates(read);
  // Of one that repeats by dates alone, these come without the first.
  const first = component.hasProperty("rrule") ? null : read.begin;
  let [taken, isMoved] = [0, false];
  for (let steps = 0; steps < stepsMax; steps++) {
    const date = steps === 0 && first ? first : nextOf(dates);
    if (!date) return isMoved ? sorted.leave("later") : taken === 0 ? sorted.leave("past") : undefined;
    if (isOff(date) || unread.has(dateIn(date))) continue;
    const details = event.getOccurrenceDetails(date);
    const exception = details.item === event ? null : (exceptions.get(details.item.component) ?? null);
    const uid = `${read.uid}#${dateIn(date)}`;
    const moment = read.momentOf(date);
    if (exception?.isCancelled) {
      sorted.cancel({ ...read.cancellation, uid, begin: moment, isSeries: false });
      continue;
    }
    // Whether it ever ends is not looked for.
    if (moment > last || taken >= occurrencesMax) return sorted.leave("later");
    const found = exception
      ? orNull(() => exception.event(uid, details.startDate))
      : read.event(uid, details.startDate, lengths.get(String(date)));
    if (!found) {
      sorted.leaveUnreadable(read.title);
      continue;
    }
    if (found.begin <= now) continue;
    // One date that is moved far says nothing of those after it.
    isMoved ||= found.begin > last;
    if (found.begin > last) continue;
    sorted.take(found);
    taken++;
  }
  sorted.leave(taken === 0 ? "past" : "later");
}

function orNull<Value>(make: () => Value): Value | null {
  try {
    return make();
  } catch {
    return null;
  }
}

/** Says of dates that come one after the other whether an event's exclusions leave them out. */
function offDates({ begin, vevent: { exclusions, daysOff } }: OneEvent): (date: ICAL.Time) => boolean {
  const rules = exclusions.map((rule) => ({ dates: rule.iterator(begin), next: null as ICAL.Time | null, steps: 0 }));
  return (date) => {
    if (daysOff.has(dateIn(date).replaceAll("-", ""))) return true;
    return rules.some((rule) => {
      while (rule.steps === 0 || (rule.next && rule.next.compare(date) < 0 && rule.steps < stepsMax)) {
        rule.next = nextOf(rule.dates);
        rule.steps++;
      }
      return rule.next?.compare(date) === 0;
    });
  };
}

/** The next date; null after the last, and where the rule cannot be met. */
function nextOf(dates: { next: () => ICAL.Time | null | undefined }): ICAL.Time | null {
  return orNull(() => dates.next() ?? null);
}

/**
 * Gives the times of an event the zones that their names mean, by our own clocks. A name that only the calendar itself explains is
 * believed; a time that names none is told `otherwise`.
 */
function setZones(part: ICAL.Component, otherwise: string): void {
  for (const property of ["dtstart", "dtend", "rdate", "exdate", "recurrence-id"].flatMap((name) =>
    part.getAllProperties(name),
  )) {
    const zone = ianaZone(String(property.getParameter("tzid") ?? ""));
    for (const time of property.getValues() as unknown[]) {
      if (!(time instanceof ICAL.Time) || time.isDate || time.zone === ICAL.Timezone.utcTimezone) continue;
      if (zone || time.zone === ICAL.Timezone.localTimezone) time.zone = new IanaZone(zone ?? otherwise);
    }
  }
}
