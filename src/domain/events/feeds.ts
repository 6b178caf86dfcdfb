import { eventPath, withTown } from "./rules.ts";
import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalDayJsStub,
  type ICalEventData,
  ICalEventStatus,
} from "ical-generator";
import { say } from "#messages/say.ts";
import { clockOffsetIn, isTimeZone, type Span, spanOf } from "../time-zones/rules.ts";
import { inTurns } from "../turns.ts";
import type { Event, GoodToKnow } from "./shapes.ts";
import { shownAt, yearsAround, type Zone, zoneRules } from "./zone-rules.ts";

/**
 * An event as a calendar stores it: `sequence` counts the changes that a calendar shows, and `updatedAt` is the time of
 * the last one.
 */
export type CalendarEntry = Event & {
  sequence: number;
  updatedAt: Date;
  /**
   * The organizer's confirmed address for replies to mails about the event; without one, mails have no reply address.
   */
  replyTo?: string | null;
  /** True if the reader is on the waitlist. */
  tentative?: boolean;
  /**
   * In the calendar of a whole series: its id, and the original beginning by which the series knows the date. All of
   * its dates have one UID there, so a calendar shows them as one series.
   */
  dateOf?: { seriesId: string; original: Date };
};

/** The facts that a calendar or its mail shows; of a deleted event these are all. */
export type CalendarFacts = Pick<
  CalendarEntry,
  "_id" | "title" | "description" | "whatToBring" | "location" | "eventDate" | "eventEnd" | "timeZone" | "status"
> &
  Pick<CalendarEntry, "organizer" | "email" | "sequence" | "updatedAt" | "tentative" | "replyTo"> &
  Partial<Pick<CalendarEntry, "eventType" | "thumbnailUrl" | "point" | "isExact" | "town" | "dateOf">> &
  GoodToKnow;

/**
 * The purpose of a calendar: reading (PUBLISH), updating the reader's own calendar (REQUEST), or removing its events
 * from there (CANCEL). `name` is the name of a subscribed calendar, and `address` is ours. `attendee` is the recipient
 * of a mail's calendar; RFC 5546 requires them in a REQUEST and a CANCEL.
 */
export type CalendarWishes = {
  method: "PUBLISH" | "REQUEST" | "CANCEL";
  name: string | null;
  address: string;
  attendee?: { name: string; email: string };
};

const hour = 3_600_000;
/** The number of seconds after which a program may fetch a subscribed calendar again. */
const refreshAfter = 3600;

/**
 * Writes events in the iCalendar format (RFC 5545), each in its own time zone. The rules of the zones come along, so
 * that no program needs to know them. An event keeps its UID, `<id>@<our host>`, forever. A date in the calendar of its
 * series has the UID of the series, and its original beginning as RECURRENCE-ID.
 * @returns lines of at most 75 octets that end with CRLF
 */
export const eventCalendar = (entries: readonly CalendarFacts[], wishes: CalendarWishes): string =>
  [...partsOf(entries, wishes)].join("");

/** Writes up to a thousand events, with other requests in between. */
export const longCalendar = async (entries: readonly CalendarFacts[], wishes: CalendarWishes): Promise<string> =>
  (await inTurns(partsOf(entries, wishes), (part) => part)).join("");

/** The text of a calendar, part by part. */
function* partsOf(entries: readonly CalendarFacts[], wishes: CalendarWishes): Generator<string> {
  const end = "END:VCALENDAR";
  const frame = (told: readonly Told[]) => frameOf(told, wishes).toString();
  yield frame([]).slice(0, -end.length);

  const zones = new Map<string, Zone>([[utc.name, utc]]);
  const years = new Map<Zone, Set<number>>();
  const all: Told[] = [];
  for (const entry of entries) {
    const told = toldOf(entry, zones);
    all.push(told);
    if (told.zone !== utc) years.set(told.zone, new Set([...(years.get(told.zone) ?? []), ...yearsAround(told.span)]));
    yield "";
  }
  for (const [zone, shown] of years) yield* zoneRules(zone, shown);
  for (const told of all) {
    const text = frame([told]);
    yield text.slice(text.indexOf("BEGIN:VEVENT"), -end.length);
  }
  yield `${end}\r\n`;
}

/** A calendar as the library writes it, with these events but without the rules of their zones. */
function frameOf(told: readonly Told[], wishes: CalendarWishes) {
  const { method, name, attendee } = wishes;
  const calendar = ical({
    prodId: { company: say("brand.name"), product: say("brand.name") },
    method: ICalCalendarMethod[method],
    scale: "gregorian",
    ...(name !== null && { name: oneLine(name), ttl: refreshAfter }),
  });
  for (const one of told) {
    const event = calendar.createEvent(dataOf(one, wishes));
    const status = one.entry.tentative ? ICalAttendeeStatus.TENTATIVE : ICalAttendeeStatus.ACCEPTED;
    if (attendee)
      event.createAttendee({ ...attendee, name: oneLine(attendee.name) || attendee.email, rsvp: false, status });
  }
  return calendar;
}

function dataOf({ entry, span, zone }: Told, { method, address }: CalendarWishes): ICalEventData {
  const { _id, sequence, updatedAt, title, organizer, email, dateOf } = entry;
  const url = `${address}${eventPath(_id)}`;
  return {
    id: `${dateOf?.seriesId ?? _id}@${new URL(address).hostname}`,
    ...(dateOf && { recurrenceId: shownBy(zone, dateOf.original) }),
    sequence,
    stamp: updatedAt,
    lastModified: updatedAt,
    timezone: zone.name,
    start: shownBy(zone, span.begin),
    end: shownBy(zone, span.end),
    summary: readable(title),
    // Not every program shows an event's own URL.
    description: readable(textOf(entry, url)),
    location: placeIn(entry),
    url,
    organizer: { name: oneLine(organizer) || email, email },
    status: statusOf(entry, method),
  };
}

/** LOCATION, and GEO if people meet at a known point: the middle of a town would mislead them. */
function placeIn({ location, town = null, point, isExact }: CalendarFacts): NonNullable<ICalEventData["location"]> {
  const title = readable(withTown(location, town));
  return point && isExact ? { title, geo: { lat: precise(point.lat), lon: precise(point.lon) } } : title;
}

/** RFC 5545 has six decimals. The library leaves out a zero, so zero becomes the smallest step, which is 11 cm. */
const precise = (degrees: number): number => Math.round(degrees * 1e6) / 1e6 || 1e-6;

/** The description of an event in a calendar: the event's own, what to bring, and the address of its page. */
const textOf = ({ description, whatToBring }: Pick<Event, "description" | "whatToBring">, address: string): string =>
  [description, whatToBring && say("calendar.bring", { what: whatToBring }), address].filter(Boolean).join("\n\n");

function statusOf({ status, tentative }: CalendarFacts, method: CalendarWishes["method"]): ICalEventStatus {
  if (status === "cancelled" || method === "CANCEL") return ICalEventStatus.CANCELLED;
  return tentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
}

// RFC 5545 cannot express control characters except tabs and line ends.
const readable = (text: string) => text.replace(/(?![\t\r\n])\p{Cc}/gu, "");
const oneLine = (text: string) => readable(text.replace(/\s+/g, " ")).trim();

/** An event with its span, and the zone in which its times are written. */
type Told = { entry: CalendarFacts; span: Span; zone: Zone };

const utc: Zone = { name: "UTC", ahead: () => 0 };

/**
 * Chooses an event's own zone, or UTC if the zone's times would be ambiguous or it is a mere offset. If clocks show an
 * hour twice, RFC 5545 means the first one, but some programs take the second.
 */
function toldOf(entry: CalendarFacts, zones: Map<string, Zone>): Told {
  const span = spanOf(entry);
  const zone = zones.get(span.zone) ?? zoneOf(span.zone);
  zones.set(span.zone, zone);
  const isTwice = [span.begin, span.end].some((moment) => isShownTwice(zone, moment.getTime()));
  return { entry, span, zone: isTwice ? utc : zone };
}

const zoneOf = (name: string): Zone => (isTimeZone(name) ? { name, ahead: clockOffsetIn(name) } : utc);

/** Tests whether clocks show the same time at another moment because they are set back. */
function isShownTwice({ ahead }: Zone, moment: number): boolean {
  const shown = moment + ahead(moment);
  return [-3 * hour, 3 * hour].some((away) => {
    const other = shown - ahead(moment + away);
    return other !== moment && other + ahead(other) === shown;
  });
}

/** A moment in the form that ical-generator accepts; given a Date, it would use this machine's time zone. */
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

type InCalendar = Pick<
  Event,
  "title" | "description" | "whatToBring" | "location" | "town" | "eventDate" | "eventEnd" | "timeZone"
>;

/** The links to the forms of other calendars, filled with an event; `address` is that of its page. */
export function otherCalendars(event: InCalendar, address: string): { google: string; outlook: string } {
  const { title, timeZone } = event;
  const location = withTown(event.location, event.town);
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

/** Writes a space as %20, because Outlook would show a plus as a plus. */
const queryOf = (values: Record<string, string>) => new URLSearchParams(values).toString().replaceAll("+", "%20");
