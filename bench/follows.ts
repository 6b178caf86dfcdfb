import { sql } from "kysely";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "#db/migrate.ts";
import { keysOfFilter, keysOfOrganizer } from "#domain/follows/keys.ts";
import { filterIn } from "#domain/follows/filters.ts";
import { numberPublications } from "#domain/follows/telling.ts";
import { startCluster } from "../test/setup/cluster.ts";
import { report } from "./measure.ts";

// Measures how long it takes to match a thousand new events with a hundred thousand follows of fifty thousand
// addresses; and that for one new event this hardly depends on the number of follows.

/** In seconds. */
const limit = 10;
/** The highest ratio of the time for one event with all follows to that with a hundredth of them. */
const limitOfGrowth = 5;
const addresses = 50_000;
const follows = 100_000;
const events = 1000;
const organizers = 2000;

const idInSql = (number: string) => `('00000000-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
const types = ["cleanup", "plantation", "donation", "education", "healthcare", "food"];
/** An event type without followers, so its event matches only the followers of its organizer: about two dozen. */
const rareType = "awareness";

const cluster = await startCluster();
const { db, close } = await openDatabase({ url: cluster.url("postgres"), dataDir: null });
try {
  await migrate(db);
  await sql`insert into members (id, name, email)
    select ${sql.raw(idInSql("n"))}, 'Member', n || '@example.org' from generate_series(0, ${organizers - 1}) n`.execute(
    db,
  );
  await fillFollows(follows / 100);
  const few = await millisecondsOf(1, [rareType]);
  await fillFollows(follows);
  const many = await millisecondsOf(1, [rareType]);
  process.stdout.write(
    `one event: ${few.toFixed(1)} ms with ${follows / 100} follows, ${many.toFixed(1)} ms with ${follows}\n`,
  );
  report("one event with a hundred times the follows", many / few, limitOfGrowth, "times");
  const seconds = (await millisecondsOf(events)) / 1000;
  const { rows } = await sql<{
    marked: number;
  }>`select count(*)::int as marked from subscribers where has_news`.execute(db);
  process.stdout.write(`${events} events are news to ${rows[0]?.marked} of ${addresses} addresses\n`);
  if ((rows[0]?.marked ?? 0) < addresses / 4)
    throw new Error("Too few follows were matched: the measurement is wrong.");
  report(`${follows} follows, ${events} new events`, seconds, limit, "s");
} finally {
  await close();
  await cluster.stop();
}

/**
 * Half of the follows are of organizers; most others are filters by type, and some by words that only the filter itself
 * can match.
 */
async function fillFollows(count: number) {
  await sql`truncate subscribers, follows`.execute(db);
  await sql`insert into subscribers (email, confirmed_at, time_zone, due_at)
    select n || '@example.org', now(), 'UTC', now() from generate_series(0, ${Math.min(count, addresses) - 1}) n`.execute(
    db,
  );
  const organizerKey = keysOfOrganizer("#")[0]!;
  await sql`insert into follows (id, email, organizer_id, keys, since, confirmed_at)
    select gen_random_uuid(), n % ${addresses} || '@example.org', organizer, array[replace(${organizerKey}, '#', organizer::text)], 0, now()
    from generate_series(0, ${count / 2 - 1}) n, lateral (select ${sql.raw(idInSql(`n * 7 % ${organizers}`))} as organizer) o`.execute(
    db,
  );
  const filters = types.map((type) => ({
    filter: `category=${type}`,
    keys: keysOfFilter(filterIn(`category=${type}`)!, null),
  }));
  await sql`insert into follows (id, email, filter, keys, since, confirmed_at)
    select gen_random_uuid(), n % ${addresses} || '@example.org', filter || '&search=word' || n, array(select jsonb_array_elements_text(keys)), 0, now()
    from generate_series(0, ${count / 2 - 1}) n
      join jsonb_to_recordset(${JSON.stringify(filters.map((each, number) => ({ number, ...each })))}::jsonb) as f (number int, filter text, keys jsonb)
      on f.number = n % ${types.length}`.execute(db);
  await sql`vacuum (analyze) subscribers, follows`.execute(db);
}

/** The time to match that many new events, each of another organizer, with the types in turn; the shortest of three. */
async function millisecondsOf(count: number, ofTypes = types): Promise<number> {
  let shortest = Infinity;
  for (let turn = 0; turn < 3; turn++) shortest = Math.min(shortest, await millisecondsOnce(count, ofTypes));
  return shortest;
}

async function millisecondsOnce(count: number, ofTypes: string[]): Promise<number> {
  await sql`delete from events`.execute(db);
  await sql`update subscribers set has_news = false`.execute(db);
  await sql`
    insert into events (id, organizer_id, title, event_type, location, event_date, event_end, time_zone, max_participant,
      capacity, description, search_text, first_day, last_day)
    select ${sql.raw(idInSql("n"))}, ${sql.raw(idInSql("n"))}, 'Event', (${ofTypes}::text[])[1 + n % ${ofTypes.length}], 'Here',
      now() + interval '9 days', now() + interval '10 days', 'UTC', '20', 20, '', 'event',
      to_char(now() + interval '9 days', 'YYYY-MM-DD'), to_char(now() + interval '10 days', 'YYYY-MM-DD')
    from generate_series(0, ${count - 1}) n`.execute(db);
  await sql`insert into publications (event_id, published_at) select id, now() - interval '1 hour' from events`.execute(
    db,
  );
  await sql`vacuum (analyze) events, publications, subscribers`.execute(db);
  const now = new Date();
  const begun = performance.now();
  const done = await db.transaction().execute((tx) => numberPublications(tx, now));
  if (done !== count) throw new Error(`${done} of ${count} events were matched: the measurement is wrong.`);
  return performance.now() - begun;
}
