import { sql } from "kysely";
import { migrate } from "#db/migrate.ts";
import type { Database } from "#db/schema.server.ts";
import { earthRadius } from "#db/sphere.ts";
import type { Context } from "#domain/context.ts";
import { encodeCursor } from "#domain/cursor.ts";
import { listEvents, listLatestEvents } from "#domain/events/queries.ts";
import { openDatabase } from "#platform/database/connect.ts";
import { startCluster } from "../test/setup/cluster.ts";
import { medianOf, report } from "./measure.ts";

// Compares lists of 100,000 dates of 2,000 series, each once, with lists of 100,000 events that happen once: they may
// take a fifth longer. Both are spread over the same 50 weeks, with the same places, types and numbers of spots.

const [count, ofSeries] = [100_000, 2000];
const limit = 1.2;
const [warmUp, rounds] = [5, 41];
const now = new Date();

/** The ids of rows sort by their numbers. */
const uuid = (number: string) => sql.raw(`(lpad(to_hex(${number}), 8, '0') || '-0000-7000-8000-000000000000')::uuid`);

const list = (filter: object) => (ctx: Context) => listEvents(ctx, { series: "once", limit: 12, ...filter });

const cluster = await startCluster({ shared_buffers: "512MB" });
try {
  const [once, dates] = [await filled("once", false), await filled("dates", true)];
  try {
    const inMiddle = encodeCursor(
      new Date(now.getTime() + 3 * 86_400_000).toISOString(),
      "00000000-0000-0000-0000-000000000000",
    );
    const day = (later: number) => new Date(now.getTime() + later * 86_400_000).toISOString().slice(0, 10);
    const around = { name: "Here", point: { lat: 50, lon: 10 }, within: 25 };
    await compare("the first page", list({}));
    await compare("a page in the middle", list({ cursor: inMiddle }));
    await compare("one type", list({ category: ["food"] }));
    await compare("two days", list({ from: day(20), to: day(21) }));
    await compare("with room", list({ room: true }));
    await compare("around a place", list({ area: around }));
    await compare("a word", list({ search: "harbor" }));
    await compare("the latest", listLatestEvents);
  } finally {
    await Promise.all([once.close(), dates.close()]);
  }

  /** Measured in turns, so that other work on the machine affects both alike; the median counts. */
  async function compare(what: string, ask: (ctx: Context) => Promise<unknown>) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < warmUp + rounds; round++) {
      for (const [index, { db }] of [once, dates].entries()) {
        const begun = performance.now();
        await ask({ db, now } as Context);
        if (round >= warmUp) times[index]?.push(performance.now() - begun);
      }
    }
    const [single, series] = times.map(medianOf);
    process.stdout.write(`${what}: once ${single?.toFixed(2)} ms, series ${series?.toFixed(2)} ms\n`);
    report(`${what}, series per events`, (series ?? NaN) / (single ?? NaN), limit, "times");
  }
} finally {
  await cluster.stop();
}

/** A database with that many events, which are dates of series or happen once. */
async function filled(name: string, areDates: boolean) {
  const admin = await openDatabase({ url: cluster.url("postgres"), dataDir: null, connections: 1 });
  await sql`create database ${sql.ref(name)}`.execute(admin.db);
  await admin.close();
  const { db, close } = await openDatabase({ url: cluster.url(name), dataDir: null, connections: 1 });
  await migrate(db);
  await fill(db, areDates);
  return { db, close };
}

async function fill(db: Database, areDates: boolean) {
  // The words of these events are not read.
  await sql`alter table events disable trigger user`.execute(db);
  await sql`set statement_timeout = 0`.execute(db);
  await sql`insert into members (id, name, email) select ${uuid("n")}, 'Member', n || '@example.org'
    from generate_series(1, ${ofSeries}) n`.execute(db);
  const begin = sql`(${now}::timestamptz + (s.n * 302 + d.n * 604800 + 3600) * interval '1 second')`;
  const sphere = sql`cube(array[${earthRadius}::float8 * cosd(latitude) * cosd(longitude),
    ${earthRadius}::float8 * cosd(latitude) * sind(longitude), ${earthRadius}::float8 * sind(latitude)])`;
  const facts = sql`'Harbor ' || s.n as title, (array['cleanup', 'food', 'plantation'])[1 + s.n % 3] as event_type, 'Here' as location,
    (50 + s.n % 100 / 50.0)::float8 as latitude, (10 + s.n % 70 / 50.0)::float8 as longitude`;
  if (areDates)
    await sql`insert into series (id, organizer_id, rule, anchor, made_until, minutes, time_zone, title, event_type, location,
        is_exact, max_participant, hold_hours, description, languages, asks_phone, created_at, updated_at)
      select ${uuid("s.n")}, ${uuid("s.n")}, 'FREQ=WEEKLY', '2026-12-01T18:00', '2027-12-01', 60, 'UTC', 'Harbor', 'food', 'Here',
        false, '20', 24, '', '{}', false, now(), now() from generate_series(1, ${ofSeries}) s (n)`.execute(db);
  await sql`insert into events (id, organizer_id, title, event_type, location, latitude, longitude, sphere, event_date, event_end, time_zone,
      max_participant, capacity, description, search_text, search_beginnings, first_day, last_day, taken, series_id, series_start)
    select ${uuid("(d.n * 2000 + s.n)")}, ${uuid("s.n")}, title, event_type, location, latitude, longitude,
      ${sphere}, ${begin}, ${begin} + interval '1 hour', 'UTC', '20', 20, '', 'harbor ' || s.n, '',
      to_char(${begin} at time zone 'UTC', 'YYYY-MM-DD'), to_char(${begin} at time zone 'UTC', 'YYYY-MM-DD'),
      case when (s.n + d.n) % 5 = 0 then 20 else 3 end,
      ${areDates ? uuid("s.n") : sql`null::uuid`}, ${areDates ? sql`to_char(${begin}, 'YYYY-MM-DD"T"HH24:MI')` : sql`null`}
    from generate_series(1, ${ofSeries}) s (n), generate_series(0, ${count / ofSeries - 1}) d (n), lateral (select ${facts}) facts`.execute(
    db,
  );
  await sql`vacuum (analyze) events, series, members`.execute(db);
}
