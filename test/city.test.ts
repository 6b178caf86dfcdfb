import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { searchText } from "#db/fold.ts";
import { spherePointOf } from "#db/sphere.ts";
import { distanceBetween } from "#domain/towns/rules.ts";
import { isDemo } from "#domain/members/rules.ts";
import { dayColumns } from "#domain/organizing/event-columns.ts";
import { cityPeople, fillCity, sizesOf } from "../tools/demo/city-fill.ts";
import { callerOf } from "./call.ts";
import { testDatabase } from "./database.ts";
import { type Make, makeIn } from "./make.ts";
import { registrationsIn } from "./registrations.ts";

const size = 300;
const sizes = sizesOf(size);

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

describe("fillCity", () => {
  it("makes a database like one that the site has written, which the site can serve", async () => {
    const before = await indexes();
    await fillCity(make.db, size);
    expect(await indexes()).toEqual(before);

    const events = await make.db.selectFrom("events").selectAll().execute();
    const columns = events.map(({ id, first_day, last_day, search_text }) => ({
      id,
      first_day,
      last_day,
      search_text,
    }));
    expect(columns).toEqual(events.map((row) => ({ id: row.id, ...dayColumns(row), search_text: searchText(row) })));
    expect(Math.max(...events.map(({ title }) => title.length))).toBeLessThanOrEqual(50);
    for (const { id } of events) await registrationsIn(make).expectRight(id);
    const { rows: parties } = await sql<{ right: boolean }>`
      select party_size = 1 + (select count(*) from guests where registration_id = registrations.id) as right
      from registrations`.execute(make.db);
    expect(parties.length).toBeGreaterThan(2 * size);
    expect(parties.every(({ right }) => right)).toBe(true);
    const people = make.db.selectFrom("registrations").where("member_id", "is", null).select("name");
    expect(new Set((await people.execute()).map(({ name }) => name))).toEqual(new Set(["Demo person"]));

    await expectPoints();

    const members = await make.db.selectFrom("members").select(["id", "email"]).execute();
    expect(members.filter(({ email }) => !isDemo(email))).toEqual([]);
    expect(members).toHaveLength(sizes.members);
    await expectBusyPeople();

    const call = callerOf(make);
    const upcoming = await call("GET", "/events?limit=5");
    expect(upcoming.body).toHaveLength(5);
    expect(Number(upcoming.headers.get("x-total-count"))).toBeGreaterThan(size / 10 - 10);
    for (const path of [
      "/events?when=past",
      "/events?search=cleanup&when=all",
      `/view-event/${upcoming.body[0]._id}`,
    ]) {
      expect([path, (await call("GET", path)).status]).toEqual([path, 200]);
    }
    expect((await call("GET", "/community")).body.map(({ member }: { member: number }) => member)).toEqual(
      (await make.db.selectFrom("communities").select("members").orderBy("id").execute()).map((row) => row.members),
    );
  });
});

/** An organizer has more events than others, one event more people, and one member more registrations. */
async function expectBusyPeople() {
  const { organizer, host, joiner } = cityPeople(size);
  const [theirs, joined, crowd] = await Promise.all([
    events().where("members.email", "=", organizer).select("events.id").execute(),
    make.db
      .selectFrom("registrations")
      .innerJoin("members", "members.id", "registrations.member_id")
      .where("members.email", "=", joiner)
      .select("registrations.id")
      .execute(),
    events().where("members.email", "=", host).select("events.taken").orderBy("taken", "desc").execute(),
  ]);
  expect(theirs.length).toBeGreaterThanOrEqual(sizes.ofOrganizer);
  expect(joined).toHaveLength(sizes.ofMember);
  expect(crowd[0]?.taken).toBeGreaterThanOrEqual(sizes.ofEvent);
}

/** Most events are near the middle of their town, and are found near it. */
async function expectPoints() {
  const rows = await events()
    .innerJoin("towns", "towns.id", "events.town_id")
    .select(["events.latitude", "events.longitude", "events.is_exact", "events.sphere"])
    .select(["towns.latitude as lat", "towns.longitude as lon"])
    .execute();
  expect(rows.length).toBeGreaterThan(size * 0.8);
  expect(rows.length).toBeLessThan(size);
  const far = rows.map(({ latitude, longitude, is_exact, sphere, lat, lon }) => {
    const point = { lat: latitude ?? 0, lon: longitude ?? 0 };
    const written = (sphere ?? "").replace(/[()]/g, "").split(",").map(Number);
    for (const [index, value] of spherePointOf(point).entries()) expect(written[index]).toBeCloseTo(value, 6);
    const away = distanceBetween(point, { lat, lon });
    expect(away > 0.001).toBe(is_exact);
    return away;
  });
  expect(Math.max(...far)).toBeGreaterThan(10);
  expect(Math.max(...far)).toBeLessThan(100);
}

const events = () => make.db.selectFrom("events").innerJoin("members", "members.id", "events.organizer_id");

async function indexes(): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where schemaname = 'public' order by indexname`.execute(make.db);
  return rows.map(({ definition }) => definition);
}
