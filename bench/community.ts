import { type Kysely, sql } from "kysely";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "#db/migrate.ts";
import type { Schema } from "#db/schema.server.ts";
import { exportAccount } from "#domain/accounts/queries.ts";
import { listPosts } from "#domain/communities/news.ts";
import { getCommunityPage } from "#domain/communities/page.ts";
import { getRunCommunity, listCommunities, listRequests } from "#domain/communities/queries.ts";
import { countYears } from "#domain/communities/years.ts";
import type { Context } from "#domain/context.ts";
import { listCalendarEntries, listEvents, listMyEvents, listNews } from "#domain/events/queries.ts";
import { EventFilter } from "#domain/events/shapes.ts";
import { listCommunityActions } from "#domain/team-log/queries.ts";
import { getCommunityTeam } from "#domain/teams/queries.ts";
import { startCluster } from "../test/setup/cluster.ts";
import { medianOf, report } from "./measure.ts";

// Measures the database's time, planning included, for each thing that people read of a community with 10,000 members,
// 5,000 events and 98,000 people who came. A page, a list or an export may take 20 ms. Filling takes half a minute.

/** In milliseconds. */
const limit = 20;
/** The time to count a community's years, after a change; nobody waits for it. */
const limitOfCounting = 3000;
const sizes = { members: 40_000, ofCommunity: 10_000, events: 5000, others: 20_000, people: 98_000, communities: 500 };
const [warmUp, rounds] = [2, 9];

/** The first part of the ids of a table's rows. */
const idsBegin = { members: "a1", communities: "a2", rights: "a3", posts: "a4", events: "a5", log: "a6" };
type Table = keyof typeof idsBegin;

/** The id of row `number` of a table; as an expression of SQL, the ids of many. */
function idIn(table: Table, number: number): string {
  return `000000${idsBegin[table]}-0000-7000-8000-${String(number).padStart(12, "0")}`;
}
const idOf = (table: Table, number: string) =>
  sql.raw(`('000000${idsBegin[table]}-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`);

const rowsOf = async (read: Promise<{ rows: unknown[] }>) => (await read).rows;
/** The rows of SQL that count from 1. */
const numbers = (last: number) => sql`generate_series(1, ${last}::int) number`;

const cluster = await startCluster({
  shared_buffers: "256MB",
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track_planning": "on",
});
const { db, close } = await openDatabase({ url: cluster.url("postgres"), dataDir: null, connections: 5 });
try {
  await migrate(db);
  await sql`create extension pg_stat_statements`.execute(db);
  await db.transaction().execute(fill);
  await sql`vacuum analyze`.execute(db);
  const id = idIn("communities", 1);
  const begun = performance.now();
  await countYears(db, id);
  report("counting its years", performance.now() - begun, limitOfCounting, "ms");
  for (const [what, read] of Object.entries(await readsOf(id))) await measure(what, read);
} finally {
  await close();
  await cluster.stop();
}

/** The median of several readings; each must find something. */
async function measure(what: string, read: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    await sql`select pg_stat_statements_reset()`.execute(db);
    const found = await read();
    if (!found || (Array.isArray(found) && found.length === 0)) throw new Error(`${what} finds nothing`);
    const { rows } = await sql<{ time: number }>`
      select sum(total_plan_time + total_exec_time)::float8 as time from pg_stat_statements
      where query not like '%pg_stat_statements%'`.execute(db);
    if (round >= warmUp) times.push(rows[0]?.time ?? Infinity);
  }
  report(what, medianOf(times), limit, "ms");
}

/** The reads of visitors, a member and an owner. */
async function readsOf(id: string): Promise<Record<string, () => Promise<unknown>>> {
  const visitor: Context = {
    db,
    actor: { kind: "visitor" },
    now: new Date(),
    announce: () => {},
    sendsMail: false,
    address: "https://goodturn.example",
    hosts: new Set(),
    provedAt: null,
  };
  const as = async (number: number): Promise<Context> => {
    const { name, ...member } = await db
      .selectFrom("members")
      .where("id", "=", idIn("members", number))
      .select(["id", "email", "name", "image as photoURL"])
      .executeTakeFirstOrThrow();
    return { ...visitor, actor: { kind: "member", member: { ...member, displayName: name } } };
  };
  const [owner, member] = [await as(1), await as(5000)];
  const ofIt = (more: object) => ({ ...EventFilter.parse({ community: id, limit: "20", ...more }), area: null });
  const page = { limit: 20 };
  return {
    "its page": () => getCommunityPage(visitor, "community-1"),
    "its page with all dates": () => getCommunityPage(visitor, "community-1", true),
    "list of communities, as a member": () => rowsOf(listCommunities(member, { limit: 100 })),
    "list of its coming events": () => rowsOf(listEvents(visitor, ofIt({}))),
    "list of its past events": () => rowsOf(listEvents(visitor, ofIt({ when: "past" }))),
    "list of its news": () => rowsOf(listPosts(visitor, id, page)),
    "calendar of its events": () => listCalendarEntries(visitor, ofIt({})),
    "feed of its events": () => listNews(visitor, ofIt({})),
    "page for its organizers": () => getRunCommunity(owner, "community-1"),
    "list of people who ask to join": () => listRequests(owner, id),
    "list of its organizers": () => getCommunityTeam(owner, id),
    "list of what they did": () => rowsOf(listCommunityActions(owner, id, page)),
    "list of events that an owner manages": () => rowsOf(listMyEvents(owner, page)),
    "the same, upcoming first": () => rowsOf(listMyEvents(owner, { ...page, order: "upcoming" })),
    "export of a member": () => exportAccount(member),
    "export of an owner": () => exportAccount(owner),
  };
}

/** The community is the first; it has a tenth of its events to come, and its owner made a tenth of them. */
async function fill(tx: Kysely<Schema>): Promise<void> {
  const { members, ofCommunity, events, others, people, communities } = sizes;
  await sql`insert into members (id, name, email, email_verified, shows_face)
    select ${idOf("members", "number")}, 'Member ' || number, number || '@example.org', true, true
    from ${numbers(members)}`.execute(tx);
  await sql`insert into communities (id, title, description, slug, members)
    select ${idOf("communities", "number")}, 'Community ' || number, 'Words', 'community-' || number,
      case when number = 1 then ${ofCommunity}::int else 0 end
    from ${numbers(communities)}`.execute(tx);
  await sql`insert into memberships (community_id, member_id, joined_at, is_shown, hears)
    select ${idOf("communities", "1")}, ${idOf("members", "number")}, now() - interval '1 minute' * number,
      number % 10 = 0, true
    from ${numbers(ofCommunity)}`.execute(tx);
  await sql`insert into membership_requests (community_id, member_id, asked_at)
    select ${idOf("communities", "1")}, ${idOf("members", `${ofCommunity} + number`)}, now()
    from ${numbers(500)}`.execute(tx);
  await sql`insert into rights (id, member_id, community_id, role, given_at, is_named)
    select ${idOf("rights", "number")}, ${idOf("members", "number")}, ${idOf("communities", "1")},
      case when number = 1 then 'owner' else 'organizer' end, now(), true
    from ${numbers(10)}`.execute(tx);
  await sql`insert into community_posts (id, community_id, member_id, text, posted_at, is_mailed)
    select ${idOf("posts", "number")}, ${idOf("communities", "1")}, ${idOf("members", "1 + number % 10")},
      'We filled a van.', now(), false
    from ${numbers(1000)}`.execute(tx);
  // Events of the community come first; those of others belong to their organizers, or to other communities.
  const begin = sql`now() + interval '1 hour' * case when number % 10 = 0 then number else -number end`;
  await sql`insert into events (id, organizer_id, owner_community_id, title, event_type, location, event_date, event_end,
      time_zone, first_day, last_day, max_participant, capacity, description, search_text)
    select ${idOf("events", "number")}, ${idOf("members", "1 + number % 10")},
      case when number <= ${events}::int then ${idOf("communities", "1")}
        when number % 2 = 0 then ${idOf("communities", `2 + number % ${communities - 2}`)} end,
      'Cleanup ' || number, (array['cleanup', 'food', 'plantation'])[1 + number % 3], 'The pier', ${begin},
      ${begin} + interval '2 hours', 'UTC', to_char(${begin}, 'YYYY-MM-DD'), to_char(${begin}, 'YYYY-MM-DD'),
      'No limit', null, 'Bring gloves.', 'cleanup ' || number
    from ${numbers(events + others)}`.execute(tx);
  const isOver = sql`number % 10 <> 0`;
  await sql`insert into outcomes (event_id, hours, amount, joined, confirmed, came, total_hours, sent_at, changed_at)
    select ${idOf("events", "number")}, 2, 30, 22, 0, 22, 44, now(), now()
    from ${numbers(events)} where ${isOver}`.execute(tx);
  await sql`insert into outcome_people (event_id, person_id, member_id, noted_by, is_listed, is_confirmed)
    select ${idOf("events", "number")}, gen_random_uuid(),
      case when each % 4 <> 0 then ${idOf("members", `1 + (number * 37 + each * 101) % ${members}`)} end,
      'organizer', true, false
    from ${numbers(events)}, generate_series(1, ${Math.ceil(people / (events * 0.9))}::int) each
    where ${isOver}`.execute(tx);
  await sql`insert into team_log (id, community_id, event_id, member_id, action, at)
    select ${idOf("log", "number")}, ${idOf("communities", "1")}, ${idOf("events", "number")},
      ${idOf("members", "1 + number % 10")}, 'created', now()
    from ${numbers(events)}`.execute(tx);
}
