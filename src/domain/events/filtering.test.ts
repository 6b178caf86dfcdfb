import * as fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { sphereOf } from "#db/sphere.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { prove } from "#test/prove.ts";
import { hasBegun, hasEnded, spanOf } from "../time-zones/rules.ts";
import { distanceBetween, type Point } from "../towns/rules.ts";
import { listDays } from "./days.ts";
import { listEvents, listMyEvents } from "./queries.ts";
import {
  daysAfter,
  distanceDefault,
  distances,
  efforts,
  eventTypes,
  isFull,
  queryOf,
  spotsOf,
  wallClockIn,
} from "./rules.ts";
import { type Event, EventFilter, FeedFilter, listFilter } from "./shapes.ts";

// Events of all kinds, made once, and filters of all kinds. Each filter is compared with a plain loop over all events.

const now = new Date("2027-03-20T08:00:00Z");
const hour = 3_600_000;
const types = eventTypes.slice(0, 3);

/** Porto, and the date line. */
const centers: Point[] = [
  { lat: 41.15, lon: -8.61 },
  { lat: -16.8, lon: 179.98 },
];
/** Points from some hundred meters to some fifty kilometers from a center. */
const around = ({ lat, lon }: Point) =>
  [0.01, 0.04, 0.08, 0.2, 0.44].flatMap((away) => [
    { lat: lat + away, lon },
    { lat, lon: lon + away > 180 ? lon + away - 360 : lon + away },
  ]);

const anyEvent = fc.record({
  eventType: fc.constantFrom(...types),
  title: fc.constantFrom("River walk", "Park walk", "Kitchen"),
  // Several events share a moment.
  hours: fc.integer({ min: -3, max: 20 }).map((step) => step * 10),
  cancelReason: fc.constantFrom(undefined, undefined, undefined, "Rain"),
  capacity: fc.constantFrom(null, 1, 2, 4),
  taken: fc.nat({ max: 4 }),
  held: fc.nat({ max: 2 }),
  passed: fc.nat({ max: 1 }),
  more: fc.nat({ max: 1 }),
  isDraft: fc.constantFrom(false, false, false, true),
  effort: fc.constantFrom(...efforts, null),
  children_welcome: fc.constantFrom(true, false, null),
  step_free: fc.constantFrom(true, false, null),
  languages: fc.constantFrom<string[]>([], ["pt"], ["pt", "en"], ["bn"]),
  // Most are around two places, several at the very same point, and some have no point.
  point: fc.constantFrom(null, ...centers, ...centers.flatMap(around)),
});

const day = fc.integer({ min: -3, max: 10 }).map((days) => daysAfter("2027-03-20", days));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2, nil: undefined });
const rarely = fc.constantFrom(undefined, undefined, "1");
const anyFilter = fc
  .record({
    search: fc.constantFrom(undefined, undefined, "walk", "ri"),
    category: fc.subarray([...types]),
    when: fc.constantFrom("upcoming", "upcoming", "past", "all"),
    days: maybe(fc.tuple(day, day).map(([one, other]) => (one < other ? [one, other] : [other, one]))),
    room: rarely,
    effort: fc.constantFrom(undefined, undefined, ...efforts),
    children: rarely,
    stepFree: rarely,
    language: fc.constantFrom(undefined, undefined, "pt", "zu"),
    place: maybe(
      fc.record({
        near: fc.constantFrom(...centers.map(({ lat, lon }) => `${lat},${lon}`)),
        within: fc.constantFrom(undefined, ...distances.map(String)),
        order: fc.constantFrom("date", "distance"),
      }),
    ),
    limit: fc.constantFrom("1", "7", "100"),
  })
  .map(({ days = [], place, ...asked }) => EventFilter.parse({ ...asked, ...place, from: days[0], to: days[1] }));

let make: Make;
let events: Event[];

beforeAll(async () => {
  make = makeIn(await testDatabase());
  const organizer = await make.member();
  const counts: object[] = [];
  for (const one of fc.sample(anyEvent, { numRuns: 70, seed: 20_261_123 })) {
    const { eventType, title, hours, cancelReason, effort, children_welcome, step_free, languages } = one;
    const { capacity, isDraft, passed, more } = one;
    const held = capacity === null ? 0 : Math.min(one.held, capacity);
    const taken = capacity === null ? one.taken : Math.min(one.taken, capacity - held);
    const id = await make.event({
      organizer,
      eventType,
      title,
      eventDate: new Date(now.getTime() + hours * hour),
      maxParticipant: capacity === null ? "No limit" : String(capacity),
      known: { effort, children_welcome, step_free, languages },
      ...(cancelReason && { cancelReason }),
    });
    const { lat = null, lon = null } = one.point ?? {};
    const where = { latitude: lat, longitude: lon, sphere: one.point && sphereOf(one.point) };
    counts.push({ id, taken, held, passed, waitlisted: held + passed + more, is_draft: isDraft, ...where });
  }
  await sql`update events set taken = made.taken, held = made.held, passed = made.passed, waitlisted = made.waitlisted,
      is_draft = made.is_draft, latitude = made.latitude, longitude = made.longitude, sphere = made.sphere::cube
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as made (id uuid, taken int, held int, passed int, waitlisted int, is_draft boolean,
        latitude double precision, longitude double precision, sphere text)
    where events.id = made.id`.execute(make.db);
  const { rows } = await listMyEvents(make.context(organizer), { email: undefined, limit: 100, cursor: undefined });
  events = rows;
});

const [firstDay, lastDay] = [
  (event: Event) => wallClockIn(new Date(event.eventDate), event.timeZone).date,
  (event: Event) => wallClockIn(new Date(Date.parse(event.eventEnd) - 1), event.timeZone).date,
];

/** The distance in kilometers: 0 without a place in the filter, and beyond all for an event without a point. */
function awayFrom({ near }: EventFilter, { point }: Event): number {
  const center = centers.find(({ lat, lon }) => near === `${lat},${lon}`);
  if (!center) return 0;
  return point ? distanceBetween(center, point) : Infinity;
}

/** The filter as a person would write it by hand. */
const letsThrough = (filter: EventFilter) => (event: Event) =>
  event.status === "active" &&
  awayFrom(filter, event) <= (filter.within ?? distanceDefault) &&
  (filter.search === "" || event.title.toLowerCase().includes(filter.search)) &&
  (filter.category.length === 0 || filter.category.includes(event.eventType)) &&
  (filter.when === "all" || (filter.when === "past") === hasEnded(spanOf(event), now)) &&
  (!filter.from || lastDay(event) >= filter.from) &&
  (!filter.to || firstDay(event) <= filter.to) &&
  (!filter.room || (!isFull(spotsOf(event)) && !hasBegun(spanOf(event), now))) &&
  (!filter.effort || event.effort === filter.effort) &&
  (!filter.children || event.childrenWelcome === true) &&
  (!filter.stepFree || event.stepFree === true) &&
  (!filter.language || event.languages.includes(filter.language));

/** All pages of a list, with the total that each reports. */
async function readAll(filter: EventFilter) {
  const ids: string[] = [];
  const totals = new Set<number>();
  for (let cursor: string | undefined; ;) {
    const ctx = make.context(undefined, now);
    const page = await listEvents(ctx, { ...filter, cursor });
    ids.push(...page.rows.map(({ _id }) => _id));
    totals.add(page.total);
    if (page.next === null) return { ids, totals: [...totals] };
    cursor = page.next;
  }
}

describe("a filter", () => {
  it("finds the same events as a plain loop, in the same order, each on one page, with the same total", async () => {
    await prove(
      "filters",
      fc.asyncProperty(anyFilter, async (filter) => {
        const wanted = events.filter(letsThrough(filter)).toSorted((one, other) => {
          const [a, b] = [one, other].map(({ eventDate, _id }) => eventDate + _id);
          if (filter.order === "date") return (a! < b! ? -1 : 1) * (filter.when === "past" ? -1 : 1);
          const [near, far] = [awayFrom(filter, one), awayFrom(filter, other)];
          // Rounding may separate two equal distances.
          return Math.abs(near - far) > 1e-6 ? near - far : a! < b! ? -1 : 1;
        });
        expect(await readAll(filter)).toEqual({ ids: wanted.map(({ _id }) => _id), totals: [wanted.length] });
      }),
    );
  });

  it("puts each event on one page by distance too, even those at the very same point", async () => {
    for (const { lat, lon } of centers) {
      const asked = { near: `${lat},${lon}`, within: "50", order: "distance", when: "all" };
      const whole = await readAll(EventFilter.parse(asked));
      expect(whole.ids.length).toBeGreaterThan(8);
      expect(await readAll(EventFilter.parse({ ...asked, limit: "1" }))).toEqual(whole);
    }
  });

  it("also applies to the strip, except for its days", async () => {
    await prove(
      "days of filters",
      fc.asyncProperty(anyFilter, async (filter) => {
        const wanted = events.filter(letsThrough({ ...filter, when: "upcoming", from: undefined, to: undefined }));
        const days = Array.from({ length: 16 }, (_, index) => daysAfter("2027-03-19", index));
        const counts = days.map((one) => [
          one,
          wanted.filter((event) => firstDay(event) <= one && one <= lastDay(event)).length,
        ]);
        const found = await listDays({ db: make.db, now }, filter);
        expect(found.map(({ day: one, count }) => [one, count])).toEqual(counts.filter(([, count]) => count));
      }),
    );
  });

  it("stays the same when written into an address and read back", async () => {
    await prove(
      "addresses of filters",
      fc.asyncProperty(anyFilter, async ({ when: _when, limit: _limit, series: _series, ...asked }) => {
        const query = new URLSearchParams(queryOf(asked));
        // An address leaves out default values.
        const { within, ...rest } = asked;
        const filter = within === distanceDefault ? rest : asked;
        expect(listFilter(query)).toEqual(filter);
        const { order: _order, ...ofFeed } = filter;
        const values = { ...Object.fromEntries(query), category: query.getAll("category") };
        expect(FeedFilter.parse(values)).toEqual(ofFeed);
        expect(queryOf(listFilter(query))).toBe(query.toString());
      }),
    );
  });
});

const read = (query: string) => queryOf(listFilter(new URLSearchParams(query)));

describe("listFilter", () => {
  it("ignores unknown values, and keeps the rest", () => {
    expect(read("room=yes&effort=some&children=0&stepFree=&language=xx&from=soon&category=party&category=food")).toBe(
      "category=food",
    );
    expect(read("from=2027-03-21&to=2027-03-20&when=past&limit=1&search=%00a&__proto__=1")).toBe(
      "search=a&from=2027-03-21",
    );
    expect(read(`category=all&search=${"x".repeat(200)}&room=true`)).toBe(`search=${"x".repeat(100)}&room=1`);
    expect(read("category=food&category=all&room=1&room=no")).toBe("room=1");
    expect(read("within=5&order=distance")).toBe("");
    expect(read("near=Porto&within=3&order=size")).toBe("near=Porto");
    expect(read("near=+Porto+&within=10&order=distance")).toBe("near=Porto&order=distance");
  });
});

describe("queryOf", () => {
  it("leaves out values that let every event through", () => {
    expect(queryOf({})).toBe("");
    expect(queryOf({ search: "  ", category: [], room: false, from: undefined, effort: null })).toBe("");
    expect(queryOf({ search: " a b ", category: ["food", "cleanup"], room: true })).toBe(
      "search=a+b&category=food&category=cleanup&room=1",
    );
    // A form without a town sends these values.
    expect(queryOf({ search: [""], near: [""], within: ["25"], order: ["distance"] })).toBe("");
  });
});
