import { describe, expect, it } from "vitest";
import { readJsonLd } from "./json-ld.ts";

// Pages like those of other programs, following schema.org and the search engines' rules.

const address = "https://tickets.example/e/river-clean-up-123";
const setting = { now: new Date("2026-11-20T12:00:00Z"), timeZone: "Europe/Lisbon", address };
const pageWith = (...data: unknown[]) =>
  `<!doctype html><html><head><title>Events</title>${data
    .map((each) => `<script data-rh="true" type="application/ld+json">\n${JSON.stringify(each)}\n</script>`)
    .join("")}<script>var a = "<b>";</script></head><body></body></html>`;
const read = (...data: unknown[]) => readJsonLd(pageWith(...data), setting);
const event = { "@type": "Event", name: "River clean-up", startDate: "2026-11-28T09:30:00+01:00" };

const isOff = (eventStatus: unknown) => {
  const { events, cancelled } = read({ ...event, eventStatus });
  expect(events.length + cancelled.length).toBe(1);
  return cancelled.length === 1;
};

const scheduled = (schedule: unknown, more: object = {}) =>
  read({ "@type": "Event", name: "Homework help", url: address, eventSchedule: schedule, ...more });

const begins = (schedule: unknown) => scheduled(schedule).events.map(({ begin }) => begin.toISOString());

const likeEventbrite = {
  "@context": "https://schema.org",
  "@type": "SocialEvent",
  name: "River clean-up &amp; breakfast",
  url: address,
  startDate: "2026-11-28T09:30:00+06:00",
  endDate: "2026-11-28T11:30:00+06:00",
  description: "We clean the river bank. &lt;3",
  eventStatus: "https://schema.org/EventScheduled",
  eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
  location: {
    "@type": "Place",
    name: "Boat landing",
    geo: { "@type": "GeoCoordinates", latitude: "23.71", longitude: 90.41 },
    address: {
      "@type": "PostalAddress",
      streetAddress: "12 River Road",
      addressLocality: "Dhaka",
      postalCode: "1205",
      addressRegion: "Dhaka Division",
      addressCountry: "BD",
    },
  },
  image: ["https://tickets.example/a.jpg"],
  maximumAttendeeCapacity: 40,
  organizer: { "@type": "Organization", name: "River Keepers" },
  offers: [{ "@type": "AggregateOffer", lowPrice: "0.00", url: address }],
};

const likeMeetup = [
  {
    "@context": "https://schema.org",
    "@type": "Event",
    name: "Reading hour",
    url: "https://groups.example/readers/events/1/",
    description: "<p>We read aloud.</p><p>Bring a book.</p>",
    startDate: "2026-12-01T18:00:00.000Z",
    location: { "@type": "VirtualLocation", url: "https://groups.example/readers/events/1/" },
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
  },
  { "@type": "Event", name: "Over", url: "/2", startDate: "2026-10-01T18:00:00Z" },
  {
    "@type": "Event",
    name: "Off",
    url: "/3",
    startDate: "2026-12-01T18:00:00Z",
    eventStatus: "https://schema.org/EventCancelled",
  },
  { "@type": "Event", name: "Put off", url: "/4", startDate: "2026-12-02T18:00:00Z", eventStatus: "EventPostponed" },
];

describe("readJsonLd", () => {
  it("reads a page like Eventbrite's", () => {
    expect(read(likeEventbrite)).toMatchObject({
      events: [
        {
          uid: address,
          page: address,
          title: "River clean-up & breakfast",
          location: "Boat landing, 12 River Road, 1205 Dhaka, Dhaka Division, BD",
          description: "We clean the river bank. <3",
          begin: new Date("2026-11-28T03:30:00Z"),
          end: new Date("2026-11-28T05:30:00Z"),
          // The page gives an offset of six hours, and no zone.
          timeZone: "Etc/GMT-6",
          spots: 40,
          point: { lat: 23.71, lon: 90.41 },
        },
      ],
      cancelled: [],
    });
  });

  it("reads a list like Meetup's, and leaves out past, canceled and postponed events", () => {
    const { events, cancelled, leftOut } = read(likeMeetup);
    expect(events).toMatchObject([
      {
        title: "Reading hour",
        location: "Online",
        description: "We read aloud.\n\nBring a book.",
        end: null,
        spots: null,
      },
    ]);
    expect(leftOut).toMatchObject({ past: 1, cancelled: 2 });
    expect(cancelled.map(({ uid }) => uid)).toEqual(["https://tickets.example/3", "https://tickets.example/4"]);
  });

  it("finds events in a graph, in nested lists, as parts of others, and in plain JSON", () => {
    const named = (...names: string[]) => names.map((name) => ({ ...event, name, url: `/${name}` }));
    const graph = {
      "@context": "https://schema.org",
      "@graph": [{ "@type": "WebSite", name: "A site" }, ...named("a", "b")],
    };
    const items = { "@type": "ItemList", itemListElement: named("c").map((item) => ({ "@type": "ListItem", item })) };
    const festival = { ...event, "@type": ["Festival", "Event"], name: "d", url: "/d", subEvent: named("e") };
    const titles = read(graph, items, festival).events.map(({ title }) => title);
    expect(titles.toSorted()).toEqual(["a", "b", "c", "d", "e"]);
    expect(readJsonLd(JSON.stringify(graph), setting).events).toHaveLength(2);
    expect(() => read({ "@type": "WebSite" }, "not an event")).toThrow("no event");
    expect(() => readJsonLd('<script type="application/ld+json">{"@type": "Event"', setting)).toThrow("no event");
  });

  it("uses the reader's zone for times with the same offset, and for times without one", () => {
    const whenOf = (startDate: string, more = {}) => {
      const [{ begin, end, timeZone, isAllDay, isFloating } = {} as never] = read({
        ...event,
        startDate,
        ...more,
      }).events;
      return [
        begin.toISOString(),
        end?.toISOString() ?? null,
        timeZone,
        ...(isAllDay ? ["day"] : []),
        ...(isFloating ? ["floats"] : []),
      ];
    };
    expect(whenOf("2026-11-28T09:30:00+00:00")).toEqual(["2026-11-28T09:30:00.000Z", null, "Europe/Lisbon"]);
    expect(whenOf("2026-11-28T09:30Z")).toEqual(["2026-11-28T09:30:00.000Z", null, "Europe/Lisbon"]);
    expect(whenOf("2026-11-28 09:30:00.000-0500")).toEqual(["2026-11-28T14:30:00.000Z", null, "Etc/GMT+5"]);
    expect(whenOf("2026-11-28T09:30:00+05:30")).toEqual(["2026-11-28T04:00:00.000Z", null, "Europe/Lisbon"]);
    expect(whenOf("2026-11-28T09:30")).toEqual(["2026-11-28T09:30:00.000Z", null, "Europe/Lisbon", "floats"]);
    const twoDays = ["2026-11-28T00:00:00.000Z", "2026-11-30T00:00:00.000Z", "Europe/Lisbon", "day"];
    expect(whenOf("2026-11-28", { endDate: "2026-11-29" })).toEqual(twoDays);
    const odd = read({ ...event, startDate: "soon" }, event);
    expect([odd.leftOut.unreadable, odd.unreadable, odd.events.length]).toEqual([1, ["River clean-up"], 1]);
  });

  it("gives each event a unique id", () => {
    // An event without an id is identified by its page, or by title and time.
    expect(read(event).events.map(({ uid }) => uid)).toEqual([address]);
    expect(read(event, { ...event, name: "Story hour" }).events.map(({ uid }) => uid)).toEqual([
      `${address} River clean-up 2026-11-28T08:30:00.000Z`,
      `${address} Story hour 2026-11-28T08:30:00.000Z`,
    ]);
  });

  it("reads each date of an event with several, with its own end or the one on the same day", () => {
    const name = { url: address, startDate: ["2026-12-14T10:00:00Z", "2026-12-21T10:00:00Z"] };
    const inShort = (more: object) =>
      read({ ...event, ...name, ...more }).events.map(({ uid, begin, end }) => [
        uid.slice(address.length),
        begin.toISOString(),
        end?.toISOString() ?? null,
      ]);
    expect(inShort({ endDate: ["2026-12-14T11:00:00Z", "2026-12-21T12:00:00Z"] })).toEqual([
      ["#2026-12-14", "2026-12-14T10:00:00.000Z", "2026-12-14T11:00:00.000Z"],
      ["#2026-12-21", "2026-12-21T10:00:00.000Z", "2026-12-21T12:00:00.000Z"],
    ]);
    expect(inShort({ endDate: "2026-12-21T12:00:00Z" }).map(([, , end]) => end)).toEqual([
      null,
      "2026-12-21T12:00:00.000Z",
    ]);
    // A single date is not a list, so an end on a later day is its end.
    expect(inShort({ startDate: ["2026-12-14T10:00:00Z"], endDate: "2026-12-15T10:00:00Z" })).toEqual([
      ["", "2026-12-14T10:00:00.000Z", "2026-12-15T10:00:00.000Z"],
    ]);
    const odd = read({ ...event, startDate: ["2026-12-14T10:00:00Z", "some day"] });
    expect([odd.events.length, odd.unreadable]).toEqual([1, ["River clean-up"]]);
  });

  it("treats a day that ends on the same or an earlier day as a single day", () => {
    for (const endDate of ["2026-12-18", "2026-12-18T00:00", "2026-12-17"]) {
      const [found] = read({ ...event, startDate: "2026-12-18", endDate }).events;
      expect([endDate, found?.isAllDay, found?.end]).toEqual([endDate, true, new Date("2026-12-19T00:00:00Z")]);
    }
  });

  it("recognizes schema.org's two spellings of canceled, with and without its address, and no other status", () => {
    for (const word of ["EventCancelled", "EventCanceled"])
      for (const before of ["", "https://schema.org/", "http://schema.org/", "schema:", " "])
        expect([before + word, isOff(before + word)]).toEqual([before + word, true]);
    expect(isOff({ "@id": "https://schema.org/EventCanceled" })).toBe(true);
    expect(isOff(["EventScheduled", "EventCanceled"])).toBe(true);
    for (const on of ["EventScheduled", "EventRescheduled", "EventMovedOnline", "NotAnEventCancelled", "", undefined])
      expect([on, isOff(on)]).toEqual([on, false]);
  });
});

describe("a schedule", () => {
  const weekly = {
    "@type": "Schedule",
    startDate: "2026-11-24",
    endDate: "2026-12-15",
    startTime: "18:00:00",
    endTime: "19:30:00",
    byDay: "https://schema.org/Tuesday",
    repeatFrequency: "P1W",
    scheduleTimezone: "Europe/Paris",
  };

  it("yields dates until its last day, each with its day in the id, in its own zone", () => {
    const { events, leftOut } = scheduled({ ...weekly, exceptDate: "2026-12-08" });
    expect(
      events.map(({ uid, begin, end, timeZone }) => [uid, begin.toISOString(), end?.toISOString(), timeZone]),
    ).toEqual(
      ["2026-11-24", "2026-12-01", "2026-12-15"].map((day) => [
        `${address}#${day}`,
        `${day}T17:00:00.000Z`,
        `${day}T18:30:00.000Z`,
        "Europe/Paris",
      ]),
    );
    expect(leftOut).toMatchObject({ later: 0, unreadable: 0, past: 0 });
    const last = scheduled({ ...weekly, startDate: "2026-12-15" });
    expect(last.events.map(({ uid }) => uid)).toEqual([`${address}#2026-12-15`]);
  });

  it("repeats by words, durations, days and weeks of a month, a count, or through a night, as in schema.org", () => {
    expect(begins({ ...weekly, repeatFrequency: "Weekly", endDate: "2026-12-01" })).toHaveLength(2);
    expect(begins({ ...weekly, byDay: ["Tuesday", "FR"], endDate: "2026-11-27" })).toEqual([
      "2026-11-24T17:00:00.000Z",
      "2026-11-27T17:00:00.000Z",
    ]);
    expect(begins({ ...weekly, repeatFrequency: "P2W", endDate: undefined, repeatCount: 2 })).toEqual([
      "2026-11-24T17:00:00.000Z",
      "2026-12-08T17:00:00.000Z",
    ]);
    expect(begins({ ...weekly, repeatFrequency: "P1M", byMonthWeek: 2, endDate: "2027-01-31" })).toEqual([
      "2026-12-08T17:00:00.000Z",
      "2027-01-12T17:00:00.000Z",
    ]);
    expect(
      begins({ ...weekly, repeatFrequency: "P1M", byDay: undefined, byMonthDay: 5, endDate: "2026-12-31" }),
    ).toEqual(["2026-12-05T17:00:00.000Z"]);
    const night = scheduled({ ...weekly, startTime: "22:00", endTime: "01:00", endDate: "2026-11-24" });
    expect(night.events[0]?.end).toEqual(new Date("2026-11-25T00:00:00Z"));
    const day = scheduled({ ...weekly, startTime: undefined, endTime: undefined, endDate: "2026-11-24" });
    expect(day.events).toMatchObject([
      { isAllDay: true, begin: new Date("2026-11-23T23:00:00Z"), end: new Date("2026-11-24T23:00:00Z") },
    ]);
  });

  it("may have an end or be over, uses the event's own beginning by default, and is named if it is unreadable", () => {
    const { events, leftOut } = scheduled({ ...weekly, repeatFrequency: "P1D", byDay: undefined, endDate: undefined });
    expect([events.length, leftOut.later]).toEqual([20, 1]);
    expect(scheduled({ ...weekly, startDate: "2025-01-01", endDate: "2025-02-01" }).leftOut).toMatchObject({
      past: 1,
      unreadable: 0,
    });
    const odd = { ...weekly, byDay: "Someday" };
    expect(scheduled(odd)).toMatchObject({ events: [], unreadable: ["Homework help"], leftOut: { unreadable: 1 } });
    expect(scheduled({ ...weekly, repeatFrequency: "PT1H" }).unreadable).toEqual(["Homework help"]);
    expect(scheduled(odd, { startDate: event.startDate }).events.map(({ uid }) => uid)).toEqual([address]);
  });
});
