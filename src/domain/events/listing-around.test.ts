import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { columnsAt } from "./placing.ts";
import { listEvents } from "./queries.ts";
import { EventFilter } from "./shapes.ts";

const porto = { lat: 41.1496, lon: -8.611 };
/** These events are about 1 and 5 km away from Porto. */
const [near, far] = [
  { lat: 41.159, lon: -8.611 },
  { lat: 41.1946, lon: -8.611 },
];
/**
 * The number of events, a third of them past. They begin two at a time, hours apart near now, and weeks apart at the
 * end.
 */
const count = 1600;

const now = new Date();
let make: Make;
let made: { id: string; begin: Date; end: Date; lat: number | null }[];
beforeAll(async () => {
  make = makeIn(await testDatabase());
  const id = await make.event();
  await make.db
    .updateTable("events")
    .set(columnsAt(porto, null, true))
    .where("id", "=", id)
    .execute();
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'events' and is_generated = 'NEVER' and column_name not in ('id', 'search_text', 'event_date', 'event_end')`.execute(
    make.db,
  );
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
  const begin = sql`${now}::timestamptz + interval '1 hour' * (number / 2 - 266) * (1 + abs(number - 532) / 100)`;
  await sql`insert into events (id, search_text, event_date, event_end, ${columns})
    select gen_random_uuid(), 'beach', ${begin}, ${begin} + interval '90 minutes', ${columns} from events, generate_series(1, ${count}) number`.execute(
    make.db,
  );
  await make.db.deleteFrom("events").where("id", "=", id).execute();
  for (const [point, share] of [
    [near, 1],
    [far, 2],
  ] as const) {
    await make.db
      .updateTable("events")
      .set(columnsAt(point, null, true))
      .where(sql<boolean>`extract(day from event_date)::int % 3 = ${share}`)
      .execute();
  }
  const events = await make.db.selectFrom("events").select(["id", "event_date", "event_end", "latitude"]).execute();
  made = events.map((event) => ({
    id: event.id,
    begin: event.event_date,
    end: event.event_end,
    lat: event.latitude,
  }));
  // An event elsewhere is on none of these lists.
  await make.event();
});

/** The ids on all pages, and the total of the first page. One page ends with the first `whole` of them. */
async function listed(asked: object, whole = 0) {
  const ids: string[] = [];
  let [cursor, first] = [undefined as string | undefined, undefined as unknown];
  do {
    const left = whole - ids.length;
    const limit = String(left > 0 ? Math.min(100, left) : 100);
    const filter = { near: "41.1496,-8.611", limit, ...asked, ...(cursor && { cursor }) };
    const { rows, total, isMore, next } = await listEvents(make.context(undefined, now), EventFilter.parse(filter));
    first ??= { total, isMore };
    ids.push(...rows.map(({ _id }) => _id));
    cursor = next ?? undefined;
  } while (cursor);
  return { ids, first };
}

/** The expected ids without any index, in the order of their beginning. */
const plainly = (isMeant: (event: (typeof made)[number]) => boolean, direction: 1 | -1 = 1) =>
  made
    .filter(isMeant)
    .toSorted((a, b) => direction * (a.begin.getTime() - b.begin.getTime() || (a.id < b.id ? -1 : 1)))
    .map(({ id }) => id);

/** The expected ids, the nearest first. */
const byDistance = (isMeant: (event: (typeof made)[number]) => boolean) =>
  [porto, near, far].flatMap(({ lat }) => plainly((event) => event.lat === lat && isMeant(event)));

describe("the list around a place", () => {
  const many = { total: 1000, isMore: true };

  it("has each of many events once, the soonest first, and counts up to a thousand", async () => {
    const expected = plainly(({ end }) => end >= now);
    expect(expected.length).toBeGreaterThan(1000);
    // A page's end must not depend on the thousand events that are read for counting.
    expect(await listed({}, expected.length - 1)).toEqual({ ids: expected, first: many });
  });

  it("has all events in order without a filter by time, and past ones latest first", async () => {
    expect(await listed({ when: "all" }, count - 1)).toEqual({ ids: plainly(() => true), first: many });
    const over = plainly(({ end }) => end < now, -1);
    expect(await listed({ when: "past" })).toEqual({ ids: over, first: { total: over.length, isMore: false } });
  });

  it("has each of many events once by distance, the soonest first if they are equally far away", async () => {
    const close = byDistance(({ lat }) => lat !== far.lat);
    const all = byDistance(() => true);
    expect(await listed({ order: "distance", when: "all" }, close.length)).toEqual({ ids: all, first: many });
    const last = close.length - 1;
    expect(await listed({ order: "distance", when: "all", within: "2" }, last)).toEqual({ ids: close, first: many });
  });

  it("has each event once, even if a thousand begin together at one place", async () => {
    const [one] = made;
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_name = 'events' and is_generated = 'NEVER' and column_name not in ('id', 'search_text', 'sphere', 'latitude', 'longitude')`.execute(
      make.db,
    );
    const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
    const { latitude, longitude, sphere } = columnsAt({ lat: -33.9, lon: 18.4 }, null, true);
    const copied = await sql<{ id: string }>`
      insert into events (id, search_text, latitude, longitude, sphere, ${columns})
      select gen_random_uuid(), 'beach', ${latitude}::float8, ${longitude}::float8, ${sphere}::cube, ${columns}
      from events, generate_series(1, 1100) where id = ${one!.id} returning id`.execute(make.db);
    const ids = copied.rows.map(({ id }) => id).toSorted();
    const filter = { near: "-33.9,18.4", when: "all", order: "distance", limit: "20" };
    const { rows: first } = await listEvents(make.context(undefined, now), EventFilter.parse(filter));
    expect(first.map(({ _id }) => _id)).toEqual(ids.slice(0, 20));
    await make.db.deleteFrom("events").where("id", "in", ids).execute();
  });

  it("has the exact total on each page if there are few events", async () => {
    const to = new Date(now.getTime() + 5 * 86_400_000).toISOString().slice(0, 10);
    const { ids, first } = await listed({ to });
    expect(ids.length).toBeGreaterThan(100);
    expect(first).toEqual({ total: ids.length, isMore: false });
    expect(ids).toEqual(plainly(({ end }) => end >= now).slice(0, ids.length));
  });
});
