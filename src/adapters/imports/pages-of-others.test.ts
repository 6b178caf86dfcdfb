import { describe, expect, it } from "vitest";
import { readJsonLd } from "./json-ld.ts";

// Pages as other programs write them, after what schema.org and search engines ask of them.

const address = "https://tickets.example/e/river-clean-up-123";
const setting = { now: new Date("2026-11-20T12:00:00Z"), timeZone: "Europe/Lisbon", address };
const pageWith = (...data: unknown[]) =>
  `<!doctype html><html><head><title>Events</title>${data
    .map((each) => `<script data-rh="true" type="application/ld+json">\n${JSON.stringify(each)}\n</script>`)
    .join("")}<script>var a = "<b>";</script></head><body></body></html>`;
const read = (...data: unknown[]) => readJsonLd(pageWith(...data), setting);
const event = { "@type": "Event", name: "River clean-up", startDate: "2026-11-28T09:30:00+01:00" };

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
          // It is six hours ahead: that is all it says.
          timeZone: "Etc/GMT-6",
          spots: 40,
          point: { lat: 23.71, lon: 90.41 },
        },
      ],
      cancelled: [],
    });
  });

  it("reads a list like Meetup's, and leaves out what is over, canceled or put off", () => {
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
    expect(cancelled).toEqual(["https://tickets.example/3", "https://tickets.example/4"]);
  });

  it("finds events in a graph, in lists of lists, as parts of others, and in JSON by itself", () => {
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

  it("takes a time in the reader's zone where clocks there show the same, and for one that names none", () => {
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
    expect(read({ ...event, startDate: "soon" }, event).leftOut.unreadable).toBe(1);
  });

  it("has one name for each event, also where a page has several dates of one", () => {
    const dates = ["2026-11-28T09:30:00Z", "2026-11-29T09:30:00Z"].map((startDate) => ({
      ...event,
      url: address,
      startDate,
    }));
    expect(read(dates).events.map(({ uid }) => uid)).toEqual([address, `${address}#2026-11-29T09:30:00.000Z`]);
    // What has no name is its page, or what and when it is.
    expect(read(event).events.map(({ uid }) => uid)).toEqual([address]);
    expect(read(event, { ...event, name: "Story hour" }).events.map(({ uid }) => uid)).toEqual([
      `${address} River clean-up 2026-11-28T08:30:00.000Z`,
      `${address} Story hour 2026-11-28T08:30:00.000Z`,
    ]);
  });
});
