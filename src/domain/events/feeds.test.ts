import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { type CalendarEntry, type CalendarWishes, eventCalendar, longCalendar, otherCalendars } from "./feeds.ts";
import { momentIn } from "../time-zones/rules.ts";

const hour = 3_600_000;

const entryOf = (wishes: Partial<CalendarEntry> = {}): CalendarEntry => ({
  _id: "0199f2a0-0000-7000-8000-000000000001",
  title: "Beach Cleanup",
  eventType: "cleanup",
  location: "Cox's Bazar",
  point: null,
  isExact: false,
  town: null,
  eventDate: "2026-11-28T03:30:00.000Z",
  eventEnd: "2026-11-28T05:30:00.000Z",
  timeZone: "Asia/Dhaka",
  status: "active",
  cancelReason: null,
  maxParticipant: "20",
  capacity: 20,
  thumbnailUrl: null,
  description: "Bring gloves.",
  whatToBring: null,
  effort: null,
  childrenWelcome: null,
  stepFree: null,
  languages: [],
  provided: null,
  asksPhone: false,
  organizerId: "01931a2b-0000-7000-8000-000000000001",
  email: "rahim@example.org",
  organizer: "Rahim",
  organizerPhoto: null,
  community: null,
  participant: 0,
  waitlisted: 0,
  held: 0,
  passed: 0,
  holdHours: 12,
  series: null,
  sequence: 3,
  updatedAt: new Date("2026-11-20T10:00:00.000Z"),
  ...wishes,
});

const wishes: CalendarWishes = { method: "PUBLISH", name: null, address: "https://goodturn.example" };
const textOf = (entry: Partial<CalendarEntry> = {}, more: Partial<CalendarWishes> = {}) =>
  eventCalendar([entryOf(entry)], { ...wishes, ...more });

/** Parses calendars with a parser independent of the library that wrote them. */
const read = (text: string) => new ICAL.Component(ICAL.parse(text));
const eventsIn = (text: string) =>
  read(text)
    .getAllSubcomponents("vevent")
    .map((event) => new ICAL.Event(event));
const onlyEvent = (text: string) => eventsIn(text)[0]!;
/** The lines about an event's place. */
const told = (known: Partial<CalendarEntry>) => {
  const { component, location } = onlyEvent(textOf({ location: "Pier 1", ...known }));
  return [location, component.getFirstPropertyValue("geo")];
};
const momentOf = (time: ICAL.Time) => new Date(time.toUnixTime() * 1000).toISOString();

describe("eventCalendar", () => {
  it("describes an event in its own time zone, with everything that a calendar shows", () => {
    const text = textOf();
    expect(text).toContain("DTSTART;TZID=Asia/Dhaka:20261128T093000\r\n");
    expect(text).toContain("DTEND;TZID=Asia/Dhaka:20261128T113000\r\n");
    expect(text).toContain("DTSTAMP:20261120T100000Z\r\n");
    expect(text).toContain("LAST-MODIFIED:20261120T100000Z\r\n");
    const calendar = read(text);
    expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
    expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
    const event = onlyEvent(text);
    expect(event.uid).toBe("0199f2a0-0000-7000-8000-000000000001@goodturn.example");
    expect(event.sequence).toBe(3);
    expect(event.summary).toBe("Beach Cleanup");
    expect(event.location).toBe("Cox's Bazar");
    const address = "https://goodturn.example/view-event/0199f2a0-0000-7000-8000-000000000001";
    expect(event.description).toBe(`Bring gloves.\n\n${address}`);
    expect(onlyEvent(textOf({ whatToBring: "Gloves\nA hat" })).description).toBe(
      `Bring gloves.\n\nWhat to bring:\nGloves\nA hat\n\n${address}`,
    );
    expect(event.component.getFirstPropertyValue("url")).toBe(address);
    expect(event.component.getFirstPropertyValue("status")).toBe("CONFIRMED");
    expect(event.organizer).toBe("mailto:rahim@example.org");
    expect(event.component.getFirstProperty("organizer")?.getFirstParameter("cn")).toBe("Rahim");
  });

  it("names the town, and gives the point only if people meet there", () => {
    const town = { id: 1, name: "Porto", country: "PT" };
    const point = { lat: 41.14590012345, lon: -8.6158 };
    expect(told({})).toEqual(["Pier 1", null]);
    expect(told({ town, point })).toEqual(["Pier 1, Porto", null]);
    expect(told({ town, point, isExact: true })).toEqual(["Pier 1, Porto", [41.1459, -8.6158]]);
    expect(told({ location: "Pier 1, porto", town })).toEqual(["Pier 1, porto", null]);
    expect(told({ point: { lat: 0, lon: 0 }, isExact: true })).toEqual(["Pier 1", [0.000001, 0.000001]]);
  });

  it("marks canceled and tentative events, and names the attendee", () => {
    const status = (text: string) => onlyEvent(text).component.getFirstPropertyValue("status");
    expect(status(textOf({ status: "cancelled" }))).toBe("CANCELLED");
    expect(status(textOf({}, { method: "CANCEL" }))).toBe("CANCELLED");
    expect(status(textOf({ tentative: true }))).toBe("TENTATIVE");
    const attendee = { name: 'Karim "K", the 2nd', email: "karim@example.org" };
    const text = textOf({}, { method: "REQUEST", attendee });
    expect(read(text).getFirstPropertyValue("method")).toBe("REQUEST");
    const [invited] = onlyEvent(text).attendees;
    expect(invited?.getFirstValue()).toMatch(/^mailto:karim@example\.org$/i);
    expect(invited?.getFirstParameter("cn")).toBe('Karim "K", the 2nd');
    expect(invited?.getFirstParameter("partstat")).toBe("ACCEPTED");
  });

  it("keeps whatever people type, in lines of at most 75 octets that end with CRLF", () => {
    const typed = {
      title: "Tea, cake; and \\n “words”: 👨‍👩‍👧 ".repeat(3),
      location: "Straße 5; 3. Stock, links:\tHof",
      description: `${"زراعة الأشجار, معًا; ".repeat(20)}\nsecond line\r\nthird\rfourth ${"🌳".repeat(60)}`,
      organizer: 'Ana "die Große"; O\'Neil, ^Jr: \n x',
    };
    const text = textOf({ ...typed, title: `${typed.title}\u0007\u001b` });
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    expect(text.replace(/\r\n|\t/g, "")).not.toMatch(/\p{Cc}/u);
    const octets = text.split("\r\n").map((line) => Buffer.byteLength(line));
    expect(Math.max(...octets)).toBeLessThanOrEqual(75);
    expect(Buffer.from(text).toString()).not.toContain("\ufffd");

    const event = onlyEvent(text);
    expect(event.summary).toBe(typed.title);
    expect(event.location).toBe(typed.location);
    const [description] = event.description.split("\n\nhttps://");
    expect(description).toBe(typed.description.replace(/\r\n?/g, "\n"));
    const organizer = event.component.getFirstProperty("organizer");
    expect(organizer?.getFirstParameter("cn")).toBe('Ana "die Große"; O\'Neil, ^Jr: x');
  });

  it("never turns typed text into an additional line", () => {
    const text = textOf({ title: "A\r\nATTENDEE:mailto:eve@example.org", organizer: 'B":mailto:x\r\nX-EVE:1' });
    expect(text).not.toMatch(/^(ATTENDEE|X-EVE)/m);
    expect(onlyEvent(text).attendees).toEqual([]);
  });

  it("names a subscribed calendar, and includes each zone of its events once", () => {
    const zones = ["Europe/Berlin", "Asia/Dhaka", "Europe/Berlin", "UTC"];
    const text = eventCalendar(
      zones.map((timeZone, at) => entryOf({ timeZone, _id: `0199f2a0-0000-7000-8000-00000000000${at}` })),
      { ...wishes, name: "Goodturn" },
    );
    const calendar = read(text);
    expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe("Goodturn");
    expect(calendar.getFirstPropertyValue("refresh-interval")?.toString()).toBe("PT1H");
    const named = calendar.getAllSubcomponents("vtimezone").map((zone) => zone.getFirstPropertyValue("tzid"));
    expect(named).toEqual(["Europe/Berlin", "Asia/Dhaka"]);
    for (const event of eventsIn(text)) expect(momentOf(event.startDate)).toBe("2026-11-28T03:30:00.000Z");
    expect(text).toContain("DTSTART:20261128T033000Z\r\n");
    expect(eventsIn(eventCalendar([], { ...wishes, name: "Goodturn" }))).toEqual([]);
  });

  // The parser knows only the zones that come with the calendar.
  describe.each([
    ["Europe/Berlin", "2027-03-28T01:00:00Z"],
    ["Europe/Berlin", "2027-10-31T01:00:00Z"],
    ["America/Chicago", "2027-03-14T08:00:00Z"],
    ["America/Chicago", "2027-11-07T07:00:00Z"],
    ["Australia/Lord_Howe", "2027-04-03T15:00:00Z"],
    ["Australia/Lord_Howe", "2027-10-02T15:30:00Z"],
    ["Africa/Casablanca", "2027-02-07T02:00:00Z"],
    ["Asia/Dhaka", "2027-06-01T00:00:00Z"],
    ["Asia/Kathmandu", "2027-06-01T00:00:00Z"],
    ["Pacific/Apia", "2027-06-01T00:00:00Z"],
    // These clock changes are not on a "first Sunday" or "last Friday" of a month: such a rule would be a week off in
    // these years.
    ["Asia/Jerusalem", "2028-03-24T00:00:00Z"],
    ["America/Santiago", "2029-04-08T03:00:00Z"],
    ["America/Nuuk", "2029-03-25T01:00:00Z"],
    ["Africa/Cairo", "2030-10-31T21:00:00Z"],
  ])("in %s around %s", (timeZone, change) => {
    const hours = Array.from({ length: 40 }, (_, at) => Date.parse(change) + (at - 20) * (hour / 2));

    it.each([0, 1, 2])("is right in %i years", (years) => {
      const later = years * 365 * 24 * hour;
      const begins = hours.map((moment) => new Date(moment + later));
      const entries = begins.map((begin) =>
        entryOf({
          timeZone,
          eventDate: begin.toISOString(),
          eventEnd: new Date(begin.getTime() + 26 * hour).toISOString(),
        }),
      );
      const text = eventCalendar(entries, wishes);
      const found = eventsIn(text);
      expect(found.map((event) => momentOf(event.startDate))).toEqual(entries.map((entry) => entry.eventDate));
      expect(found.map((event) => momentOf(event.endDate))).toEqual(entries.map((entry) => entry.eventEnd));
    });
  });

  it("is right for an event that lasts through a clock change, and for two changes in one calendar", () => {
    const [march, october] = [
      momentIn("Europe/Berlin", "2027-03-27", "22:00")!,
      momentIn("Europe/Berlin", "2027-10-30", "22:00")!,
    ];
    const ends = [momentIn("Europe/Berlin", "2027-03-28", "06:00")!, momentIn("Europe/Berlin", "2027-10-31", "06:00")!];
    const entries = [march, october].map((begin, at) =>
      entryOf({ timeZone: "Europe/Berlin", eventDate: begin.toISOString(), eventEnd: ends[at]!.toISOString() }),
    );
    const text = eventCalendar(entries, wishes);
    expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1);
    const hours = eventsIn(text).map(
      ({ startDate, endDate }) => (endDate.toUnixTime() - startDate.toUnixTime()) / 3600,
    );
    expect(hours).toEqual([7, 9]);
    const shown = eventsIn(text).map(({ startDate, endDate }) => `${startDate.toString()} ${endDate.toString()}`);
    expect(shown).toEqual(["2027-03-27T22:00:00 2027-03-28T06:00:00", "2027-10-30T22:00:00 2027-10-31T06:00:00"]);
  });

  it("includes only the rules of the years that it shows, however far apart they are", async () => {
    const zone = { timeZone: "America/New_York" };
    const dates = ["2027-07-01T12:00:00.000Z", "9998-06-01T12:00:00.000Z", "9998-12-01T12:00:00.000Z"];
    const entries = dates.map((eventDate) =>
      entryOf({ ...zone, eventDate, eventEnd: new Date(Date.parse(eventDate) + hour).toISOString() }),
    );
    const text = eventCalendar(entries, wishes);
    expect(eventsIn(text).map(({ startDate }) => momentOf(startDate))).toEqual(dates);
    const years = [...text.matchAll(/^BEGIN:(?:STANDARD|DAYLIGHT)\r\nDTSTART:(\d{4})/gm)].map(([, year]) => year);
    // Two changes a year, and before each period the offset with which it begins.
    const shown = [2025, 2026, 2026, 2027, 2027, 2028, 2028, 9996, 9997, 9997, 9998, 9998, 9999, 9999];
    expect(years).toEqual(shown.map(String));
    expect(await longCalendar(entries, wishes)).toBe(text);
  });

  it("writes times in UTC that a zone's clocks show twice, and times of an offset without a zone", () => {
    const night = { timeZone: "Europe/Berlin", eventEnd: "2027-10-31T05:30:00.000Z" };
    expect(textOf({ ...night, eventDate: "2027-10-31T00:30:00.000Z" })).toContain("DTSTART:20271031T003000Z\r\n");
    expect(textOf({ ...night, eventDate: "2027-10-31T01:30:00.000Z" })).toContain("DTSTART:20271031T013000Z\r\n");
    const after = textOf({ ...night, eventDate: "2027-10-31T02:00:00.000Z" });
    expect(after).toContain("DTSTART;TZID=Europe/Berlin:20271031T030000\r\n");
    expect(textOf({ timeZone: "+06:00" })).toContain("DTSTART:20261128T033000Z\r\n");
  });
});

describe("otherCalendars", () => {
  const event = {
    title: "Tea & cake #1",
    description: "Bring\ncups?",
    whatToBring: null,
    location: "Cox's Bazar",
    town: null,
    eventDate: "2026-11-28T03:30:00.000Z",
    eventEnd: "2026-11-28T05:30:00.000Z",
    timeZone: "Asia/Dhaka",
  };
  const address = "https://goodturn.example/view-event/1";

  it("links to Google's form with the moments and the zone", () => {
    const { origin, searchParams } = new URL(otherCalendars(event, address).google);
    expect(origin).toBe("https://calendar.google.com");
    expect(Object.fromEntries(searchParams)).toEqual({
      action: "TEMPLATE",
      text: "Tea & cake #1",
      dates: "20261128T033000Z/20261128T053000Z",
      ctz: "Asia/Dhaka",
      details: `Bring\ncups?\n\n${address}`,
      location: "Cox's Bazar",
    });
  });

  it("puts what to bring between the description and the page's address", () => {
    const bringing = { ...event, whatToBring: "Gloves & a hat" };
    const text = `Bring\ncups?\n\nWhat to bring:\nGloves & a hat\n\n${address}`;
    const { google, outlook } = otherCalendars(bringing, address);
    expect(new URL(google).searchParams.get("details")).toBe(text);
    const inTown = otherCalendars({ ...event, town: { id: 1, name: "Dhaka", country: "BD" } }, address);
    for (const form of [inTown.google, inTown.outlook])
      expect(new URL(form).searchParams.get("location")).toBe("Cox's Bazar, Dhaka");
    expect(new URL(outlook).searchParams.get("body")).toBe(text);
  });

  it("links to Outlook's form with the moments", () => {
    const { origin, searchParams } = new URL(otherCalendars(event, address).outlook);
    expect(origin).toBe("https://outlook.live.com");
    expect(Object.fromEntries(searchParams)).toMatchObject({
      subject: "Tea & cake #1",
      startdt: "2026-11-28T03:30:00Z",
      enddt: "2026-11-28T05:30:00Z",
      location: "Cox's Bazar",
    });
  });
});
