import ICAL from "ical.js";
import { monthsAhead, occurrencesMax } from "#domain/imports/rules.ts";
import type { ReadEvents, ReadSetting } from "#domain/ports.ts";
import { type CalendarParts, calendarParts } from "./calendar-parts.ts";
import { OneEvent, timeIn, uidOf } from "./one-event.ts";
import { plainLine } from "./plain-text.ts";
import { Sorted } from "./sorted.ts";
import type { Vevent } from "./vevent.ts";
import { dateIn, IanaZone, ianaZone } from "./zones.ts";

/** The maximum number of dates of one event examined to find the coming ones: a daily event for fifty years. */
const stepsMax = 20_000;

/**
 * Reads the events of a calendar (RFC 5545). A repeating event yields its next dates, with its exceptions. An
 * unreadable event is counted and named, and does not affect the others.
 * @throws Error if it is not a calendar
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
  // A single date that a person was invited to comes without its series.
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

/** Reads the next dates of a repeating event. */
function readDates(read: OneEvent, others: readonly Vevent[], sorted: Sorted): void {
  if (read.repeatsOften) return sorted.leave("often");
  // An event with an unreadable line is left out as a whole.
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
      // The exception changes a date of the rule, but we do not know which one.
      unread.add(dateIn(timeIn(other, "recurrence-id") ?? read.begin));
      sorted.leaveUnreadable(plainLine(other.words.get("summary") ?? ""));
    }
  }
  const event = new ICAL.Event(component, { exceptions: [...exceptions.keys()], strictExceptions: false });
  const dates = event.iterator();
  const isOff = offDates(read);
  // If an event repeats by listed dates only, the iterator omits the first.
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
    // The search stops here, so it is unknown whether the event ever ends.
    if (moment > last || taken >= occurrencesMax) return sorted.leave("later");
    const found = exception
      ? orNull(() => exception.event(uid, details.startDate))
      : read.event(uid, details.startDate, lengths.get(String(date)));
    if (!found) {
      sorted.leaveUnreadable(read.title);
      continue;
    }
    if (found.begin <= now) continue;
    // If a single date was moved far ahead, later dates may still be near.
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

/** Returns a function that tells, for dates in ascending order, whether an event's exclusions omit them. */
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

/** Returns the next date; null after the last, and for a rule that has no dates. */
function nextOf(dates: { next: () => ICAL.Time | null | undefined }): ICAL.Time | null {
  return orNull(() => dates.next() ?? null);
}

/**
 * Sets the zones of an event's times by our own zone data. A zone that only the calendar itself defines is used as
 * defined; a time without a zone gets `otherwise`.
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
