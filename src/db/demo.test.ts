import { beforeEach, describe, expect, it } from "vitest";
import { existsSync } from "node:fs";
import { sql } from "kysely";
import { eventTypes, titleMax, descriptionMax, languages, providedMax, whatToBringMax } from "#domain/events/rules.ts";
import { capacityOf } from "#domain/organizing/rules.ts";
import { isDemo } from "#domain/members/rules.ts";
import { lengthOf } from "#domain/rules.ts";
import { kilometersFrom } from "#domain/towns/near.ts";
import { distanceBetween } from "#domain/towns/rules.ts";
import { testDatabase } from "#test/database.ts";
import { fillWithDemo, groups, isUnused, zones } from "./demo.ts";
import { fold } from "./fold.ts";
import type { Database } from "./schema.server.ts";

// The day before the clocks change in Europe, late in the evening of UTC, when it is already the next day in Asia.
const now = new Date("2027-03-27T22:15:00Z");
let db: Database;

beforeEach(async () => {
  db = await testDatabase();
});

const allEvents = () => db.selectFrom("events").selectAll().orderBy("created_at", "desc").execute();

describe("fillWithDemo", () => {
  it("fills a database without events, once", async () => {
    expect(await isUnused(db)).toBe(true);
    expect(await fillWithDemo(db, now)).toBe(true);
    expect(await fillWithDemo(db, now)).toBe(false);
    expect(await isUnused(db)).toBe(false);
    expect(await allEvents()).toHaveLength(42);
    const communities = await db.selectFrom("communities").selectAll().execute();
    expect(communities).toHaveLength(8);
    for (const { id, members } of communities) {
      const memberships = await db.selectFrom("memberships").where("community_id", "=", id).selectAll().execute();
      expect(memberships).toHaveLength(members);
    }
  });

  it("fills it once when two calls run at the same time", async () => {
    const filled = await Promise.all([fillWithDemo(db, now), fillWithDemo(db, now)]);
    expect(filled.filter(Boolean)).toHaveLength(1);
  });

  it("fills it again after the events have been deleted", async () => {
    await fillWithDemo(db, now);
    await db.deleteFrom("events").execute();
    expect(await fillWithDemo(db, now)).toBe(true);
    expect(await allEvents()).toHaveLength(42);
  });

  it("has exact participant counts, with full and empty events, and some with one spot left", async () => {
    await fillWithDemo(db, now);
    const { rows } = await sql<{ id: string }>`
      select id from events e
      where taken <> (select count(*) from registrations where event_id = e.id and status = 'joined')
        or waitlisted <> (select count(*) from registrations where event_id = e.id and status = 'waitlisted')`.execute(
      db,
    );
    expect(rows).toEqual([]);
    expect((await allEvents()).filter(({ waitlisted }) => waitlisted > 0).length).toBeGreaterThan(2);
    const free = (await allEvents()).map(({ capacity, taken }) => (capacity ?? Infinity) - taken);
    expect(free.filter((places) => places === 0).length).toBeGreaterThan(2);
    expect(free.filter((places) => places === 1).length).toBeGreaterThan(2);
    expect((await allEvents()).filter(({ taken }) => taken === 0).length).toBeGreaterThan(2);
  });

  it("has events that ask for a phone number, and lists with people without e-mail", async () => {
    await fillWithDemo(db, now);
    const events = await allEvents();
    expect(new Set(events.map(({ asks_phone }) => asks_phone))).toEqual(new Set([true, false]));
    const people = db.selectFrom("registrations").where("member_id", "is", null).select(["name", "event_id"]);
    const listed = await people.execute();
    expect(listed.length).toBeGreaterThan(10);
    expect(new Set(listed.map(({ event_id }) => event_id)).size).toBe(listed.length);
  });

  it("places each event at its location, in an existing town", async () => {
    await fillWithDemo(db, now);
    const events = await db
      .selectFrom("events")
      .innerJoin("towns", "towns.id", "events.town_id")
      .select(["location", "towns.name as town", "is_exact"])
      .select(kilometersFrom(sql.ref("events.sphere"), { lat: 0, lon: 0 }).as("away"))
      .select(["events.latitude as lat", "events.longitude as lon", "towns.latitude", "towns.longitude"])
      .execute();
    expect(events).toHaveLength(42);
    for (const { location, town, is_exact, away, lat, lon, ...row } of events) {
      const point = { lat: lat ?? 0, lon: lon ?? 0 };
      expect([location, fold(location).includes(fold(town)), is_exact]).toEqual([location, true, true]);
      expect(distanceBetween(point, { lat: row.latitude, lon: row.longitude })).toBeLessThan(30);
      expect(away).toBeCloseTo(distanceBetween(point, { lat: 0, lon: 0 }), 3);
    }
  });

  it("has outcomes of past events, of people who had joined, with consistent numbers", async () => {
    await fillWithDemo(db, now);
    const outcomes = await db
      .selectFrom("outcomes")
      .innerJoin("events", "events.id", "event_id")
      .select(["event_date", "taken", "joined", "came", "total_hours", "hours"])
      .select((eb) =>
        eb
          .selectFrom("outcome_people")
          .innerJoin("registrations", "registrations.id", "person_id")
          .whereRef("registrations.event_id", "=", "events.id")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .as("people"),
      )
      .execute();
    expect(outcomes).toHaveLength(6);
    for (const { event_date, taken, joined, came, total_hours, hours, people } of outcomes) {
      expect([event_date < now, joined, Number(people), total_hours]).toEqual([true, taken, came, came * hours]);
    }
  });

  it("follows the rules for organizers", async () => {
    await fillWithDemo(db, now);
    for (const event of await allEvents()) {
      expect(lengthOf(event.title)).toBeLessThanOrEqual(titleMax);
      expect(lengthOf(event.description)).toBeLessThanOrEqual(descriptionMax);
      expect(lengthOf(event.what_to_bring ?? "")).toBeLessThanOrEqual(whatToBringMax);
      expect(lengthOf(event.provided ?? "")).toBeLessThanOrEqual(providedMax);
      expect(event.languages.filter((code) => !languages.includes(code))).toEqual([]);
      expect(capacityOf(event.max_participant)).toBe(event.capacity);
      expect(eventTypes).toContain(event.event_type);
      expect(event.search_text).toContain(fold(event.title));
    }
    expect((await allEvents()).filter(({ what_to_bring }) => what_to_bring !== null)).toHaveLength(5);
    for (const said of ["effort", "children_welcome", "step_free", "provided"] as const)
      expect((await allEvents()).filter((event) => event[said] !== null).length, said).toBeGreaterThan(20);
  });

  it("has six events of each type, and all types among the seven newest", async () => {
    await fillWithDemo(db, now);
    const events = await allEvents();
    for (const type of eventTypes) expect(events.filter((event) => event.event_type === type)).toHaveLength(6);
    expect(new Set(events.slice(0, 7).map((event) => event.event_type)).size).toBe(7);
    expect(events.map(({ id }) => id)).toEqual(
      events
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
  });

  it("has coming events and some past ones, on half hours of the day in their own zone", async () => {
    await fillWithDemo(db, now);
    const events = await allEvents();
    const past = events.filter((event) => event.event_date < now);
    expect(past).toHaveLength(6);
    for (const event of events) {
      const clock = { timeZone: event.time_zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
      const time = new Intl.DateTimeFormat("en", clock).format(event.event_date);
      expect(time).toMatch(/^(0[6-9]|1\d):[03]0$/);
      expect(event.created_at.getTime()).toBeLessThan(event.event_date.getTime());
    }
    const ahead = events
      .filter((event) => event.event_date > now)
      .map((event) => event.event_date.getTime() - now.getTime());
    expect(Math.max(...ahead)).toBeLessThan(71 * 24 * 3_600_000);
  });

  it('has demo events named "Saturday" on a Saturday, whatever today is', async () => {
    for (let day = 0; day < 7; day++) {
      await fillWithDemo(db, new Date(now.getTime() + day * 24 * 3_600_000));
      const named = (await allEvents()).filter(({ title }) => title.includes("Saturday"));
      const weekdays = named.map(({ event_date, time_zone: timeZone }) =>
        new Intl.DateTimeFormat("en", { timeZone, weekday: "long" }).format(event_date),
      );
      expect(weekdays).toEqual(["Saturday", "Saturday"]);
      await db.deleteFrom("events").execute();
    }
  });

  it("creates members that nobody can log in as", async () => {
    await fillWithDemo(db, now);
    const members = await db.selectFrom("members").select(["name", "email", "image"]).execute();
    expect(members).toHaveLength(134);
    // Organizers are groups, one in each town, and none is called like its town.
    const names = Object.values(groups);
    expect(Object.keys(groups)).toEqual(Object.keys(zones));
    expect(members.map(({ name }) => name).filter((name) => !/^Demo member \d+$/.test(name))).toEqual(names);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(Object.keys(zones)).not.toContain(name);
    for (const { email, image } of members) {
      expect(isDemo(email)).toBe(true);
      expect(existsSync(`public${image}`), String(image)).toBe(true);
    }
    const { rows } = await sql`select 1 from accounts union all select 1 from sessions`.execute(db);
    expect(rows).toEqual([]);
  });
});
