import ICAL from "ical.js";
import { type ContentLine, contentLines } from "./content-lines.ts";
import { type Vevent, veventOf } from "./vevent.ts";

/** A calendar of a file: its own properties, by names in capitals, and its events. */
export type CalendarParts = { words: ReadonlyMap<string, string>; events: Vevent[] };

type Lines = { words: Map<string, string>; zones: string[][]; events: { lines: ContentLine[]; isCut: boolean }[] };

/**
 * Splits a file (RFC 5545) into calendars, even if parts are broken or missing: each event ends at its END, at the next
 * event, or at the end of its calendar.
 * @throws Error if there is neither an event nor the end of a calendar
 */
export function calendarParts(text: string): CalendarParts[] {
  const { calendars, isWhole } = sorted(text);
  if (!isWhole && !calendars.some(({ events }) => events.length > 0)) throw new Error("not a calendar");
  return calendars.map(({ words, zones, events }) => {
    const calendar = new ICAL.Component("vcalendar");
    for (const zone of zones) {
      const part = zoneOf(zone);
      if (part) calendar.addSubcomponent(part);
    }
    return { words, events: events.map(({ lines, isCut }) => veventOf(lines, calendar, isCut)) };
  });
}

/** Groups the lines of a file by the part that they belong to. */
function sorted(text: string): { calendars: Lines[]; isWhole: boolean } {
  const calendars: Lines[] = [];
  let isWhole = false;
  let event: Lines["events"][number] | null = null;
  /** The parts that are open within a calendar or an event, such as an alarm; the last is the innermost. */
  let open: string[] = [];
  let zone: string[] | null = null;
  const current = () => calendars.at(-1) ?? calendars[calendars.push({ words: new Map(), zones: [], events: [] }) - 1]!;
  for (const line of contentLines(text)) {
    const part = line.value.toUpperCase();
    if (line.name === "BEGIN" && (part === "VCALENDAR" || part === "VEVENT")) {
      // The next event also ends one without an END; only the end of the file means that something is missing.
      if (event) event.isCut = false;
      [event, zone, open] = [null, null, []];
      // A BEGIN directly after another, without lines in between, does not start a second event.
      const isFresh = calendars.length > 0 && current().words.size + current().events.length === 0;
      if (part === "VCALENDAR" && !isFresh) calendars.push({ words: new Map(), zones: [], events: [] });
      if (part === "VEVENT") current().events.push((event = { lines: [], isCut: true }));
    } else if (line.name === "END" && (part === "VCALENDAR" || part === "VEVENT")) {
      isWhole ||= part === "VCALENDAR";
      if (event) event.isCut = false;
      [event, zone, open] = [null, null, []];
    } else if (line.name === "BEGIN") {
      if (open.length < 10) open.push(part);
      if (part === "VTIMEZONE" && !event) current().zones.push((zone = []));
      zone?.push(`BEGIN:${part}`);
    } else if (line.name === "END") {
      zone?.push(`END:${part}`);
      const at = open.lastIndexOf(part);
      if (at >= 0) open = open.slice(0, at);
      if (part === "VTIMEZONE") zone = null;
    } else if (zone) zone.push(`${line.name}:${line.value}`);
    else if (open.length > 0) continue;
    else if (event) event.lines.push(line);
    else if (!current().words.has(line.name)) current().words.set(line.name, line.value);
  }
  return { calendars, isWhole };
}

/** Returns a calendar's own time zone; null if it cannot be read. */
function zoneOf(lines: string[]): ICAL.Component | null {
  try {
    const component = new ICAL.Component(ICAL.parse(lines.join("\r\n")) as never);
    // A zone without usable offsets does not define its times.
    const offset = new ICAL.Timezone({ component }).utcOffset(ICAL.Time.fromDateTimeString("2026-07-01T12:00:00"));
    const isClock = component.getAllSubcomponents().every((part) => part.getFirstPropertyValue("dtstart") !== null);
    return Number.isFinite(offset) && isClock && !lines.some(isOddDate) ? component : null;
  } catch {
    return null;
  }
}

const isOddDate = (line: string): boolean => line.startsWith("DTSTART:") && !/^DTSTART:\d{8}T\d{6}Z?$/.test(line);
