import type { ReadEvent, ReadEvents, ReadSetting } from "#domain/ports.ts";
import { isBlank } from "#domain/rules.ts";
import { clockOffsetIn, momentIn } from "#domain/time-zones/rules.ts";
import { plainLine, plainText } from "./plain-text.ts";
import { datesOf, type When, type WrittenSchedule } from "./schedule.ts";
import { nameIn, pointOf, Sorted } from "./sorted.ts";
import { zoneAhead } from "./zones.ts";

/** The maximum depth of nested data, and the maximum number of parts searched for events. */
const depthMax = 12;
const partsMax = 50_000;

type Data = Readonly<Record<string, unknown>>;

/**
 * Reads the events in a page's JSON-LD with schema.org's terms, or in a text of JSON alone.
 * @throws Error if it has none of either
 */
export function readJsonLd(text: string, setting: ReadSetting): ReadEvents {
  const blocks = /^\s*[[{]/.test(text) ? [text] : scriptsIn(text);
  const events = blocks.flatMap((block) => eventsIn(parsed(block)));
  if (events.length === 0) throw new Error("no event found");
  const sorted = new Sorted(setting.now);
  for (const event of events) takeAll(event, setting, events.length === 1, sorted);
  return sorted.read();
}

/** The maximum number of dates and of schedules read for one event. */
const datesMax = 1000;
const schedulesMax = 20;

/** Takes an event with all its dates: one start date, several, or the dates of its schedules. */
function takeAll(event: Data, setting: ReadSetting, isAlone: boolean, sorted: Sorted): void {
  const title = plainLine(wordIn(event["name"]));
  const dates = isBlank(title) ? [] : (scheduledDates(event, setting, sorted) ?? writtenDates(event, setting));
  if (!dates || dates.length === 0) return sorted.leaveUnreadable(title);
  for (const when of dates) {
    if (when === "left") continue;
    const read = when && eventOf(event, title, when, setting, isAlone);
    if (!read) sorted.leaveUnreadable(title);
    else {
      // The id of one of several dates also contains its day.
      const uid = dates.length > 1 ? `${read.uid}#${when.day}` : read.uid;
      const { location, begin } = read;
      if (isOff(event)) sorted.cancel({ uid, title, location, begin, isSeries: false });
      else sorted.take({ ...read, uid });
    }
  }
}

/**
 * True for an event that is canceled or postponed: in schema.org's two spellings, with or without the address of
 * schema.org.
 */
const isOff = (event: Data): boolean =>
  listOf(event["eventStatus"]).some((status) =>
    /(^|[/:#])Event(Cancell?ed|Postponed)\/?$/i.test(wordIn(status).trim()),
  );

const dayIn = (value: unknown) => wordIn(value).trim().slice(0, 10);

/** Returns the start dates of an event; null for each unreadable one. */
function writtenDates(event: Data, setting: ReadSetting): (When | null)[] {
  const [begins, ends] = [listOf(event["startDate"]), listOf(event["endDate"])];
  return begins.slice(0, datesMax).map((startDate, at) => {
    const begin = timeIn(startDate, setting);
    // If there are several end dates, the one on the same day applies.
    const isPair = ends.length === begins.length;
    const end = timeIn(isPair ? ends[at] : ends.find((each) => dayIn(each) === dayIn(startDate)), setting);
    return begin && whenOf(begin, end);
  });
}

type Time = NonNullable<ReturnType<typeof timeIn>>;

function whenOf({ moment, zone, isDay, isFloating, day }: Time, end: Time | null): When {
  // The last day is included. A day without an end, or with an earlier end, is a single day.
  const until = end && new Date(end.moment.getTime() + (end.isDay ? 86_400_000 : 0));
  const isLater = until && until > moment;
  const oneDay = isDay ? new Date(moment.getTime() + 86_400_000) : null;
  return { day, begin: moment, end: isLater ? until : oneDay, timeZone: zone, isDay, isFloating };
}

/** Returns the next dates of an event's schedules; null if it has no readable schedule. */
function scheduledDates(event: Data, { now, timeZone }: ReadSetting, sorted: Sorted): (When | "left")[] | null {
  const schedules = listOf(event["eventSchedule"]).filter(
    (value): value is Data => typeof value === "object" && value !== null,
  );
  if (schedules.length === 0) return null;
  try {
    const all = schedules
      .slice(0, schedulesMax)
      .map((schedule) => datesOf(writtenSchedule(schedule, event), now, timeZone));
    const dates = all.flatMap((one) => one.dates);
    if (all.some(({ hasMore }) => hasMore)) sorted.leave("later");
    else if (dates.length === 0) sorted.leave("past");
    // A date's id contains its day, even if only one date is left.
    return [...dates, "left"];
  } catch {
    return null;
  }
}

function writtenSchedule(schedule: Data, event: Data): WrittenSchedule {
  const word = (name: string) => wordIn(schedule[name]);
  const words = (name: string) =>
    listOf(schedule[name])
      .map((value) => wordIn(value))
      .filter(Boolean)
      .slice(0, 400);
  return {
    startDate: word("startDate") || wordIn(event["startDate"]),
    endDate: word("endDate"),
    startTime: word("startTime"),
    endTime: word("endTime"),
    duration: word("duration"),
    repeatFrequency: word("repeatFrequency"),
    repeatCount: word("repeatCount"),
    scheduleTimezone: word("scheduleTimezone"),
    byDay: words("byDay"),
    byMonth: words("byMonth"),
    byMonthDay: words("byMonthDay"),
    byMonthWeek: words("byMonthWeek"),
    exceptDate: words("exceptDate"),
  };
}

/**
 * Finds the JSON-LD scripts of a page, step by step, so that a page with nothing but opening script tags takes no
 * longer.
 */
function scriptsIn(page: string): string[] {
  const found: string[] = [];
  const small = page.toLowerCase();
  for (let at = small.indexOf("<script"); at >= 0; at = small.indexOf("<script", at)) {
    const begin = small.indexOf(">", at);
    const end = begin < 0 ? -1 : small.indexOf("</script", begin);
    if (end < 0) break;
    if (small.slice(at, begin).includes("application/ld+json")) found.push(page.slice(begin + 1, end));
    at = end;
  }
  return found;
}

function parsed(block: string): unknown {
  try {
    // Some pages wrap it in a comment, or have line ends inside its texts.
    return JSON.parse(
      block.replace(/^\s*(<!--|\/\/\s*<!\[CDATA\[)|(-->|\/\/\s*\]\]>)\s*$/g, "").replace(/[\r\n\t]/g, " "),
    );
  } catch {
    return null;
  }
}

/** Finds the events in a piece of data: in `@graph`, lists and any other nesting. */
function eventsIn(data: unknown): Data[] {
  const found: Data[] = [];
  let parts = 0;
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > depthMax || ++parts > partsMax) return;
    if (Array.isArray(value)) return value.forEach((each) => look(each, depth + 1));
    const thing = value as Data;
    if (isEvent(thing)) found.push(thing);
    // Data inside an event are not further events, except for its sub-events.
    const inside = isEvent(thing) ? [thing["subEvent"]] : Object.values(thing);
    for (const each of inside) look(each, depth + 1);
  };
  look(data, 0);
  return found;
}

const isEvent = (thing: Data): boolean =>
  listOf(thing["@type"]).some((type) => /(^|[/:])(\w*Event|Festival|Hackathon)$/.test(wordIn(type))) &&
  (thing["startDate"] !== undefined || thing["eventSchedule"] !== undefined);

/**
 * Builds one date of an event. An event that is alone on a page gets the page's address as id, if it has none of its
 * own.
 */
function eventOf(event: Data, title: string, when: When, setting: ReadSetting, isAlone: boolean): ReadEvent {
  const own = addressIn(event["url"], setting.address) || addressIn(event["@id"], setting.address);
  const page = own || (isAlone && setting.address) || "";
  const spots = Number(wordIn(event["maximumAttendeeCapacity"]) || NaN);
  const { begin, end, timeZone, isDay, isFloating } = when;
  return {
    uid: nameIn(page || `${setting.address ?? ""} ${title} ${begin.toISOString()}`),
    title,
    location: listOf(event["location"]).map(placeIn).find(Boolean) ?? (isOnline(event) ? "Online" : ""),
    description: plainText(wordIn(event["description"])),
    page,
    begin,
    end,
    timeZone,
    isAllDay: isDay,
    isFloating,
    isPrivate: false,
    spots: Number.isInteger(spots) ? spots : null,
    point: listOf(event["location"]).map(pointIn).find(Boolean) ?? null,
  };
}

/** Parses an ISO 8601 time or day; shown in the reader's own zone if clocks there have the same offset. */
function timeIn(value: unknown, { timeZone }: ReadSetting) {
  const [, date, clock, offset] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i.exec(
      wordIn(value).trim(),
    ) ?? [];
  if (date === undefined) return null;
  if (clock === undefined || offset === undefined) {
    const moment = momentIn(timeZone, date, clock ?? "00:00");
    return moment && { moment, day: date, zone: timeZone, isDay: clock === undefined, isFloating: clock !== undefined };
  }
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  const ahead = Number(`${sign ?? "+"}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const moment = new Date(Date.parse(`${date}T${clock}Z`) - ahead);
  if (Number.isNaN(moment.getTime())) return null;
  const isOwn = clockOffsetIn(timeZone)(moment) === ahead || sign === undefined;
  return { moment, day: date, zone: (isOwn ? null : zoneAhead(ahead)) ?? timeZone, isDay: false, isFloating: false };
}

/** Returns a location on one line: its name and its address; '' for none. */
function placeIn(value: unknown): string {
  if (typeof value !== "object" || value === null) return plainLine(wordIn(value));
  const place = value as Data;
  if (listOf(place["@type"]).includes("VirtualLocation")) return "Online";
  const words = [place["name"], ...addressParts(place["address"] ?? place)].map((part) => plainLine(wordIn(part)));
  // Addresses often repeat the name.
  const parts = words.filter((word, at) => word !== "" && !words.some((other, i) => i < at && other.includes(word)));
  return parts.join(", ");
}

/** Returns the position of a location; null if it is not given. */
function pointIn(value: unknown): ReadEvent["point"] {
  const { geo } = (typeof value === "object" && value !== null ? value : {}) as Data;
  const [first] = listOf(geo);
  const { latitude, longitude } = (typeof first === "object" && first !== null ? first : {}) as Data;
  return pointOf(Number.parseFloat(wordIn(latitude)), Number.parseFloat(wordIn(longitude)));
}

function addressParts(address: unknown): unknown[] {
  if (typeof address !== "object" || address === null) return [address];
  const { streetAddress, postalCode, addressLocality, addressRegion, addressCountry } = address as Data;
  const town = [wordIn(postalCode), wordIn(addressLocality)].filter(Boolean).join(" ");
  return [streetAddress, town, addressRegion, addressCountry];
}

const isOnline = (event: Data) => wordIn(event["eventAttendanceMode"]).endsWith("OnlineEventAttendanceMode");

/** Returns the absolute address of a page; '' for none. */
function addressIn(value: unknown, base: string | null): string {
  const word = wordIn(value);
  const url = word === "" ? null : URL.parse(word, base ?? undefined);
  return url && ["http:", "https:"].includes(url.protocol) ? url.href : "";
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** Returns a value as text: the first of several, and the name or value of an object. */
function wordIn(value: unknown, depth = 0): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null || depth > 3) return "";
  if (Array.isArray(value)) return wordIn(value[0], depth + 1);
  const thing = value as Data;
  return wordIn(thing["@value"] ?? thing["name"] ?? thing["@id"], depth + 1);
}
