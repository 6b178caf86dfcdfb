import { eventPath } from "./rules.ts";
import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalDayJsStub,
  type ICalEventData,
  ICalEventStatus,
} from "ical-generator";
import { say } from "#messages/all.ts";
import { clockOffsetIn, isTimeZone } from "../time-zones/rules.ts";
import type { Event } from "./shapes.ts";

/** An event as a calendar keeps it: `sequence` counts the changes that a calendar shows, `updatedAt` is the last one's. */
export type CalendarEntry = Event & {
  sequence: number;
  updatedAt: Date;
  /** Whether its reader only waits for a place. */
  tentative?: boolean;
};

/** The facts that a calendar shows; of an event that is gone there are no more. */
export type CalendarFacts = Pick<
  CalendarEntry,
  "_id" | "title" | "description" | "whatToBring" | "location" | "eventDate" | "eventEnd" | "timeZone" | "status"
> &
  Pick<CalendarEntry, "organizer" | "email" | "sequence" | "updatedAt" | "tentative">;

/**
 * What a calendar is for: to be read (PUBLISH), to be put into the reader's own one and kept up to date there (REQUEST), or
 * to take its events out of there (CANCEL). `name` is what a subscribed one is called, `address` is ours, and `attendee`
 * is who a mail's calendar goes to (RFC 5546 wants them in a REQUEST and in a CANCEL).
 */
export type CalendarWishes = {
  method: "PUBLISH" | "REQUEST" | "CANCEL";
  name: string | null;
  address: string;
  attendee?: { name: string; email: string };
};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** How often a program may come back for a subscribed calendar, in seconds. */
const refreshAfter = 3600;

/**
 * Events as a calendar in the iCalendar format (RFC 5545): each told in its own time zone, whose rules come along, so that
 * no program needs to know the zone. An event keeps its UID, `<id>@<our host>`, for ever.
 * @returns lines of at most 75 octets that end with CRLF
 */
export function eventCalendar(entries: readonly CalendarFacts[], wishes: CalendarWishes): string {
  const { method, name, attendee } = wishes;
  const told = toldIn(entries);
  const calendar = ical({
    prodId: { company: say("brand.name"), product: say("brand.name") },
    method: ICalCalendarMethod[method],
    scale: "gregorian",
    timezone: { name: null, generator: (zone) => timeZoneOf(told.filter((one) => one.zone.name === zone)) },
    ...(name !== null && { name: oneLine(name), ttl: refreshAfter }),
  });
  for (const one of told) {
    const event = calendar.createEvent(dataOf(one, wishes));
    const status = one.entry.tentative ? ICalAttendeeStatus.TENTATIVE : ICalAttendeeStatus.ACCEPTED;
    if (attendee) event.createAttendee({ ...attendee, name: oneLine(attendee.name), rsvp: false, status });
  }
  return `${calendar.toString()}\r\n`;
}

function dataOf({ entry, zone }: Told, { method, address }: CalendarWishes): ICalEventData {
  const { _id, sequence, updatedAt, title, location, organizer, email } = entry;
  const url = `${address}${eventPath(_id)}`;
  return {
    id: `${_id}@${new URL(address).hostname}`,
    sequence,
    stamp: updatedAt,
    lastModified: updatedAt,
    timezone: zone.name,
    start: shownBy(zone, new Date(entry.eventDate)),
    end: shownBy(zone, new Date(entry.eventEnd)),
    summary: readable(title),
    // Not every program shows the address that an event has of its own.
    description: readable(textOf(entry, url)),
    location: readable(location),
    url,
    organizer: { name: oneLine(organizer) || email, email },
    status: statusOf(entry, method),
  };
}

/** What a calendar says of an event: what it is about, what to bring, and where its page is. */
const textOf = ({ description, whatToBring }: Pick<Event, "description" | "whatToBring">, address: string): string =>
  [description, whatToBring && say("calendar.bring", { what: whatToBring }), address].filter(Boolean).join("\n\n");

function statusOf({ status, tentative }: CalendarFacts, method: CalendarWishes["method"]): ICalEventStatus {
  if (status === "cancelled" || method === "CANCEL") return ICalEventStatus.CANCELLED;
  return tentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
}

// RFC 5545 has no way to write the control characters, but for tabs and the ends of lines.
const readable = (text: string) => text.replace(/(?![\t\r\n])\p{Cc}/gu, "");
const oneLine = (text: string) => readable(text.replace(/\s+/g, " ")).trim();

/** A time zone: how far its clocks are ahead of UTC at a moment, in milliseconds. */
type Zone = { name: string; ahead: (moment: number) => number };
/** An event, and the zone that it is told in. */
type Told = { entry: CalendarFacts; zone: Zone };

const utc: Zone = { name: "UTC", ahead: () => 0 };

/**
 * Each event's own zone, but UTC where that could not be told: an offset is no zone; and of an hour that clocks show twice
 * RFC 5545 names the first only, and some programs take the second.
 */
function toldIn(entries: readonly CalendarFacts[]): Told[] {
  const zones = new Map<string, Zone>([[utc.name, utc]]);
  return entries.map((entry) => {
    const { timeZone, eventDate, eventEnd } = entry;
    const zone = zones.get(timeZone) ?? zoneOf(timeZone);
    zones.set(timeZone, zone);
    const isTwice = [eventDate, eventEnd].some((moment) => isShownTwice(zone, Date.parse(moment)));
    return { entry, zone: isTwice ? utc : zone };
  });
}

const zoneOf = (name: string): Zone => (isTimeZone(name) ? { name, ahead: clockOffsetIn(name) } : utc);

/** Whether clocks that are set back show at another moment what they show at this one. */
function isShownTwice({ ahead }: Zone, moment: number): boolean {
  const shown = moment + ahead(moment);
  return [-3 * hour, 3 * hour].some((away) => {
    const other = shown - ahead(moment + away);
    return other !== moment && other + ahead(other) === shown;
  });
}

/** '20261128T093000': what a clock shows. */
const shownAt = (moment: number, ahead: number) =>
  new Date(moment + ahead).toISOString().slice(0, 19).replace(/[-:]/g, "");

/** A moment as ical-generator takes it: given a Date, it would ask the clock of this machine. */
function shownBy({ ahead }: Zone, moment: Date): ICalDayJsStub {
  const [date = "", time = ""] = shownAt(moment.getTime(), ahead(moment.getTime())).split("T");
  const shown: ICalDayJsStub = {
    isValid: () => true,
    toDate: () => moment,
    toJSON: () => moment.toISOString(),
    tz: () => shown,
    utc: () => shown,
    format: (part) => (part === "YYYYMMDD" ? date : time),
  };
  return shown;
}

/** The rules of the zone (VTIMEZONE) that events are told in, for their years and one more on both sides. */
function timeZoneOf(told: readonly Told[]): string {
  const { zone = utc } = told[0] ?? {};
  const years = told.flatMap(({ entry }) =>
    [entry.eventDate, entry.eventEnd].map((moment) => new Date(moment).getUTCFullYear()),
  );
  const from = Date.UTC(Math.min(...years) - 1, 0);
  const changes = changesIn(zone, from, Date.UTC(Math.max(...years) + 2, 0));

  const begin = zone.ahead(from);
  const beginsInSummer = changes[0] !== undefined && zone.ahead(changes[0]) < begin;
  const lines = [
    observance(beginsInSummer ? "DAYLIGHT" : "STANDARD", from, begin, begin),
    ...changes.map((change) => {
      const [before, after] = [zone.ahead(change - minute), zone.ahead(change)];
      return observance(after > before ? "DAYLIGHT" : "STANDARD", change, before, after);
    }),
  ];
  return ["BEGIN:VTIMEZONE", `TZID:${zone.name}`, ...lines.flat(), "END:VTIMEZONE"].join("\r\n");
}

/** That the clocks show something else from a moment on; it is told as they showed it before. */
const observance = (kind: "STANDARD" | "DAYLIGHT", moment: number, before: number, after: number) => [
  `BEGIN:${kind}`,
  `DTSTART:${shownAt(moment, before)}`,
  `TZOFFSETFROM:${offset(before)}`,
  `TZOFFSETTO:${offset(after)}`,
  `END:${kind}`,
];

/** '+0530' */
function offset(ahead: number): string {
  const minutes = Math.abs(ahead) / minute;
  const digits = [Math.floor(minutes / 60), minutes % 60].map((number) => String(number).padStart(2, "0"));
  return `${ahead < 0 ? "-" : "+"}${digits.join("")}`;
}

/** The moments at which the clocks of a zone are changed. No zone changes them twice within ten days. */
function changesIn({ ahead }: Zone, from: number, to: number): number[] {
  const changes: number[] = [];
  for (let start = from; start < to; start += 10 * day) {
    let [before, after] = [start, start + 10 * day];
    if (ahead(before) === ahead(after)) continue;
    while (after - before > minute) {
      const middle = before + Math.floor((after - before) / 2 / minute) * minute;
      if (ahead(middle) === ahead(before)) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes;
}

type InCalendar = Pick<
  Event,
  "title" | "description" | "whatToBring" | "location" | "eventDate" | "eventEnd" | "timeZone"
>;

/** The forms of other people's calendars, filled with an event; `address` is its page's. */
export function otherCalendars(event: InCalendar, address: string): { google: string; outlook: string } {
  const { title, location, timeZone } = event;
  const [begin = "", end = ""] = [event.eventDate, event.eventEnd].map((moment) => moment.replace(/\.\d+/, ""));
  const text = textOf(event, address);
  const dates = `${begin}/${end}`.replace(/[-:]/g, "");
  const google = { action: "TEMPLATE", text: title, dates, ctz: timeZone, details: text, location };
  const path = "/calendar/action/compose";
  const outlook = { path, rru: "addevent", subject: title, startdt: begin, enddt: end, body: text, location };
  return {
    google: `https://calendar.google.com/calendar/render?${queryOf(google)}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${queryOf(outlook)}`,
  };
}

/** With %20 for a space: Outlook takes a plus for a plus. */
const queryOf = (values: Record<string, string>) => new URLSearchParams(values).toString().replaceAll("+", "%20");
