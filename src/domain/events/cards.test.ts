import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { atTime, datesOfSeries, makeSeries } from "#test/series.ts";
import { countEvents } from "./counting.ts";
import { listPins } from "./pins.ts";
import { listEvents, listLatestEvents } from "./queries.ts";
import { type Event, EventFilter } from "./shapes.ts";
import { listInstead, listNearby } from "./similar.ts";

let make: Make;
let organizer: Member;
const now = new Date("2026-11-28T12:00:00Z");
const lisbon = { lat: 38.72, lon: -9.14 };
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
});

const ctx = () => make.context(undefined, now);
/** The list with each series once. */
const listed = (filter: object = {}) => listEvents(ctx(), EventFilter.parse({ series: "once", limit: "5", ...filter }));
const cardOf = (event: Event | undefined) => event && [event.title, event.eventDate.slice(0, 10), event.series?.more];
const cards = async (filter: object = {}) => (await listed(filter)).rows.map(cardOf);
const single = (title: string, day: string) =>
  make.event({ organizer, title, eventDate: new Date(`${day}T10:00:00Z`) });
const fill = async (id: string, days: string[]) => {
  const dates = (await datesOfSeries(make, id)).filter(({ first_day }) => days.includes(first_day));
  for (const date of dates)
    await make.db
      .updateTable("events")
      .set({ taken: date.capacity ?? 0 })
      .where("id", "=", date.id)
      .execute();
};

/** The events in an answer of the API. */
const rows = ({ body }: { body: unknown }) => body as Event[];

describe("a list with each series once", () => {
  it("has a series at its next date with room, with the number of its others, among events that happen once", async () => {
    const { id } = await makeSeries(make, { organizer, now });
    await single("Cleanup", "2026-12-02");
    await single("Planting", "2026-12-10");
    expect(await cards()).toEqual([
      ["Food Sorting", "2026-12-01", 11],
      ["Cleanup", "2026-12-02", undefined],
      ["Planting", "2026-12-10", undefined],
    ]);
    await fill(id, ["2026-12-01"]);
    expect((await cards()).slice(0, 2)).toEqual([
      ["Cleanup", "2026-12-02", undefined],
      ["Food Sorting", "2026-12-08", 11],
    ]);
  });

  it("has a series without room at its next date", async () => {
    const { id } = await makeSeries(make, { organizer, now });
    await fill(
      id,
      (await datesOfSeries(make, id)).map(({ first_day }) => first_day),
    );
    expect(await cards()).toEqual([["Food Sorting", "2026-12-01", 11]]);
    expect(await cards({ room: "1" })).toEqual([]);
  });

  it("shows the date that matches days, a place, words or a type, and leaves the others out", async () => {
    const point = lisbon;
    const { id } = await makeSeries(make, { organizer, now, event: { point } });
    expect(await cards({ from: "2026-12-10", to: "2026-12-31" })).toEqual([["Food Sorting", "2026-12-15", 2]]);
    expect(await cards({ from: "2026-12-09", to: "2026-12-14" })).toEqual([]);
    expect(await cards({ search: "sorting" })).toEqual([["Food Sorting", "2026-12-01", 11]]);
    expect(await cards({ search: "painting" })).toEqual([]);
    expect(await cards({ category: "cleanup" })).toEqual([]);
    const near = { near: `${lisbon.lat},${lisbon.lon}` };
    expect(await cards(near)).toEqual([["Food Sorting", "2026-12-01", 11]]);
    expect(await cards({ ...near, order: "distance" })).toEqual([["Food Sorting", "2026-12-01", 11]]);
    expect(await cards({ near: "60,10" })).toEqual([]);
    // A date that moved elsewhere, or is canceled or a draft, is no longer the one.
    const [first, second, third] = await datesOfSeries(make, id);
    const set = (date: typeof first, values: object) =>
      make.db
        .updateTable("events")
        .set(values)
        .where("id", "=", date?.id ?? "")
        .execute();
    await set(first, { cancelled_at: now });
    await set(second, { is_draft: true });
    await set(third, { title: "Jam", search_text: "jam" });
    expect(await cards()).toEqual([["Jam", "2026-12-15", 9]]);
    expect(await cards({ search: "sorting" })).toEqual([["Food Sorting", "2026-12-22", 8]]);
  });

  it("counts cards, and its pages have each card on exactly one", async () => {
    const made: string[] = [];
    for (let number = 0; number < 7; number++) {
      const title = `Series ${number}, weekly`;
      const { id } = await makeSeries(make, { organizer, now, event: { title, point: lisbon } });
      if (number % 2 === 0) await fill(id, ["2026-12-01", "2026-12-08"].slice(0, 1 + (number % 4) / 2));
      made.push(title);
    }
    for (const day of ["2026-12-01", "2026-12-08", "2026-12-09"]) {
      await single(`Weekly no more ${day}`, day);
      made.push(`Weekly no more ${day}`);
    }
    for (const filter of [
      {},
      { search: "weekly" },
      { near: `${lisbon.lat},${lisbon.lon}` },
      { near: "38.7,-9.1", order: "distance" },
    ]) {
      const found: string[] = [];
      const totals = new Set<number>();
      let cursor: string | undefined;
      do {
        const page: Awaited<ReturnType<typeof listed>> = await listed({ ...filter, limit: "2", cursor });
        found.push(...page.rows.map(({ title }) => title));
        totals.add(page.total);
        cursor = page.next ?? undefined;
      } while (cursor);
      const expected = "near" in filter ? made.filter((title) => title.startsWith("Series")) : made;
      expect([filter, [...totals]]).toEqual([filter, [expected.length]]);
      expect([filter, found.toSorted()]).toEqual([filter, expected.toSorted()]);
    }
  });

  it("is counted by the series that match, and by all of their dates without it", async () => {
    await makeSeries(make, { organizer, now, event: { title: "Food" } });
    const { id: other } = await makeSeries(make, { organizer, now });
    const asked = (filter: object = {}) => countEvents(ctx(), { series: "once", ...filter });
    expect(await asked()).toEqual({ total: 2, isMore: false });
    expect(await asked({ search: "food" })).toEqual({ total: 2, isMore: false });
    expect(await asked({ search: "sorting" })).toEqual({ total: 1, isMore: false });
    expect(await countEvents(ctx(), {})).toEqual({ total: 24, isMore: false });
    await make.db.updateTable("events").set({ cancelled_at: now }).where("series_id", "=", other).execute();
    expect(await asked()).toEqual({ total: 1, isMore: false });
  });

  it("is what the API gives by request; otherwise it has every date", async () => {
    const soon = new Date();
    await makeSeries(make, { organizer, now: soon });
    const call = callerOf(make);
    const all = await call("GET", "/events?limit=20");
    expect([all.headers.get("x-total-count"), rows(all).map(({ series }) => series?.more)]).toEqual([
      "12",
      Array.from({ length: 12 }, () => undefined),
    ]);
    const once = await call("GET", "/events?limit=20&series=once");
    expect([once.headers.get("x-total-count"), rows(once).map(({ series }) => series?.more)]).toEqual(["1", [11]]);
    expect((await call("GET", "/events?series=twice")).status).toBe(422);
  });
});

describe("the latest events", () => {
  it("have each series once, in the order in which they were made, also when later dates are made", async () => {
    await single("Oldest", "2026-12-20");
    await makeSeries(make, { organizer, now });
    await single("Newest", "2026-12-19");
    await atTime(make, new Date("2026-12-09T12:00:00Z"));
    const latest = await listLatestEvents(make.context(undefined, new Date("2026-12-09T12:00:00Z")));
    expect(latest.map(cardOf)).toEqual([
      ["Newest", "2026-12-19", undefined],
      ["Food Sorting", "2026-12-15", 11],
      ["Oldest", "2026-12-20", undefined],
    ]);
  });
});

describe("a map", () => {
  it("has one pin for a series", async () => {
    const { id } = await makeSeries(make, { organizer, now, event: { point: lisbon } });
    await fill(id, ["2026-12-01"]);
    const { pins } = await listPins(ctx(), {});
    expect(pins.map(({ eventDate }) => eventDate.slice(0, 10))).toEqual(["2026-12-08"]);
  });
});

describe("events near another one", () => {
  it("do not include its own series, and each other series is there once, at its next date with room", async () => {
    const event = { point: lisbon };
    const { first } = await makeSeries(make, { organizer, now, event });
    expect(await listNearby(ctx(), first)).toEqual([]);
    const other = await makeSeries(make, { organizer, now, event: { ...event, title: "Other" } });
    await fill(other.id, ["2026-12-01"]);
    const near = await listNearby(ctx(), first);
    expect(near.map(({ title, eventDate }) => [title, eventDate.slice(0, 10)])).toEqual([["Other", "2026-12-08"]]);
    const all = await listEvents(ctx(), EventFilter.parse({ limit: "50" }));
    const own = all.rows.find(({ _id }) => _id === first);
    const instead = own ? await listInstead(ctx(), own, []) : [];
    expect(instead.map(({ title }) => title)).toEqual(["Other"]);
    expect(own && (await listInstead(ctx(), own, instead)).map(({ title }) => title)).toEqual(["Other"]);
  });
});
