import { type Kysely, sql } from "kysely";
import content from "#db/demo-content.json" with { type: "json" };
import { addDemoTowns, kindsSwitchedOff } from "#db/demo.ts";
import { type Database, newId, type Schema } from "#db/schema.server.ts";
import { earthRadius } from "#db/sphere.ts";
import { cityWords } from "./city-words.ts";

/** The numbers of everything in a city with this many events. */
export function sizesOf(events: number) {
  const members = Math.max(20, Math.floor(events / 5));
  const organizers = Math.floor(members / 4);
  // All other members join events; the last one is the member who joins a great many.
  const crowd = members - organizers - 1;
  return {
    events,
    members,
    organizers,
    crowd,
    /** The average number of registrations of an event. */
    perEvent: 3,
    /**
     * The numbers of one organizer's events, one member's registrations and one event's people; fewer in a small city.
     */
    ofOrganizer: Math.min(5000, Math.floor(events / 11)),
    ofMember: Math.min(5000, Math.floor(events / 10)),
    ofEvent: Math.min(5000, Math.floor(crowd / 2)),
  };
}
type Sizes = ReturnType<typeof sizesOf>;

/**
 * The addresses of three people with unusual numbers: many events, an event with many people, and many registrations.
 */
export const cityPeople = (events: number) => ({
  organizer: "organizer-1@demo.example",
  host: "organizer-2@demo.example",
  joiner: `member-${sizesOf(events).crowd + 1}@demo.example`,
});

/**
 * Fills an empty, migrated database with a city: that many events, a tenth of them upcoming, with people who organize
 * and join them, in one transaction and by SQL, which takes some minutes for a million. Everything is plainly demo
 * content, and nobody can log in as its people. The same size gives the same city, relative to today.
 */
export async function fillCity(db: Database, events: number): Promise<void> {
  const sizes = sizesOf(events);
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local maintenance_work_mem = '512MB'`.execute(tx);
    await sql`select setseed(0.5)`.execute(tx);
    const indexes = await dropIndexes(tx);
    await addDemoTowns(tx);
    await addMembers(tx, sizes);
    await planEvents(tx, sizes);
    await addEvents(tx, sizes);
    await addRegistrations(tx, sizes);
    await addCommunities(tx, sizes);
    // Creating the indexes at the end takes a third of the time of updating them row by row.
    for (const index of indexes) await sql.raw(index).execute(tx);
  });
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}

/** Drops the indexes that only make reading faster. @returns the statements that create them again. */
async function dropIndexes(tx: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string; statement: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as statement from pg_index
    where indrelid in ('events'::regclass, 'registrations'::regclass) and not indisunique`.execute(tx);
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(tx);
  return rows.map(({ statement }) => statement);
}

/** An id like those of `newId` for row `number` of a table, made at that time; the same in each run. */
const idAt = (table: string, number: string, moment: string) =>
  sql.raw(`(
  lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0')
  || overlay(overlay(left(md5('${table}' || ${number}), 20) placing '7' from 1) placing '8' from 5))::uuid`);

/** The registration time of a member. */
const memberSince = "now() - interval '3 years' - number * interval '1 minute'";

async function addMembers(tx: Kysely<Schema>, { members, organizers }: Sizes): Promise<void> {
  await sql`
    insert into members (id, name, email, image, email_verified, shows_face, created_at, updated_at)
    select ${idAt("members", "number", memberSince)},
      case when number <= ${organizers} then 'Demo organizer ' || number else 'Demo member ' || number - ${organizers} end,
      case when number <= ${organizers} then 'organizer-' || number else 'member-' || number - ${organizers} end || '@demo.example',
      '/scenes/face-' || 1 + number % 7 || '.svg', false, number > ${organizers} and number % 3 = 0,
      ${sql.raw(memberSince)}, ${sql.raw(memberSince)}
    from generate_series(1, ${members}::int) number`.execute(tx);
  await sql`insert into notification_preferences (member_id, kind, wanted)
    select id, kind, false from members cross join unnest(${[...kindsSwitchedOff]}::text[]) kind`.execute(tx);
}

/**
 * Plans each event and its participants, in the order of creation: more events on weekends, at daytime hours; some last
 * days, some have no limit, some are full with a waitlist. A guest comes with the first registrant. Most are near the
 * middle of their town: some with a pin, some at its middle, and a few without a place.
 */
async function planEvents(tx: Kysely<Schema>, { events, organizers, perEvent, ...sizes }: Sizes): Promise<void> {
  await sql`create temp table plan on commit drop as
    with words as (select ${JSON.stringify(cityWords)}::jsonb as all_of_them),
    rolled as materialized (
      select number, number % 10 = 0 as is_upcoming, random() as a, random() as b, random() as c, random() as d,
        random() as e, random() as f, random() as g, random() as h, random() as i, random() as j,
        random() as k, random() as l, random() as m
      from generate_series(1, ${events}::int) number
    ),
    told as (
      select rolled.*, words.all_of_them -> 'happenings' -> floor(a * ${cityWords.happenings.length})::int as happening,
        words.all_of_them -> 'quarters' -> floor(b * ${cityWords.quarters.length})::int as quarter,
        words.all_of_them -> 'spots' -> floor(c * ${cityWords.spots.length})::int as spot,
        words.all_of_them -> 'towns' -> floor(d * ${cityWords.towns.length})::int as town,
        current_date + case when is_upcoming then 2 + floor(e * 90)::int else -8 - floor(e * 1095)::int end as some_day,
        case when number = 1 then ${sizes.ofEvent}::int else floor(f * f * ${perEvent} * 3.5)::int end as registrations,
        case when f > 0.6 and g < 0.2 then 1 else 0 end as guests,
        -- So many degrees north and east of the middle: 7 km away on average, and fewer the farther.
        case when k < 0.6 then -ln(1 - l) * 7 / 111.2 * cos(2 * pi() * m) else 0 end as north,
        case when k < 0.6 then -ln(1 - l) * 7 / 111.2 * sin(2 * pi() * m) else 0 end as east
      from rolled, words
    ),
    timed as (
      select told.*, town ->> 'zone' as zone,
        case when k < 0.95 then (town ->> 'lat')::float8 + north end as latitude,
        case when k < 0.95 then (town ->> 'lon')::float8 + east / cos(radians((town ->> 'lat')::float8)) end as longitude,
        -- Half of them are moved to the weekend that follows.
        (some_day + case when h < 0.5 then (6 - extract(isodow from some_day)::int + 7) % 7 + (number % 2) else 0 end
          + make_interval(mins => 60 * (8 + floor(i * 11)::int) + 30 * (number / 10 % 2))) as local_begin,
        make_interval(mins => case when g > 0.97 then 60 * 50 else 60 + 30 * floor(c * 8)::int end) as duration
      from told
    )
    select timed.*, local_begin at time zone zone as begin, local_begin at time zone zone + duration as "end",
      least(now(), local_begin at time zone zone) - make_interval(mins => floor((3 + j * 57) * 1440)::int) as created,
      case when number = 1 or b < 0.1 then null
        when registrations >= 4 and d < 0.3 then registrations + guests - floor(1 + c * 3)::int
        else registrations + guests + 2 + floor(c * 20)::int end as capacity,
      case when number = 1 then 2 when number <= 11 * ${sizes.ofOrganizer}::int and number % 11 = 1 then 1
        else 1 + floor(e * i * 1e6)::int % ${organizers}::int end as organizer,
      -- Somebody who joins everywhere is the first to do so.
      number % 10 <> 1 and registrations > 0 and number <= 20 * ${sizes.ofMember}::int
        and row_number() over (partition by number % 10 <> 1 and registrations > 0 order by number) <= ${sizes.ofMember}::int
        as has_joiner
    from timed`.execute(tx);
}

const radius = sql`${sql.lit(earthRadius)}::float8`;

async function addEvents(tx: Kysely<Schema>, { organizers }: Sizes): Promise<void> {
  await sql`
    insert into events (id, organizer_id, title, event_type, location, event_date, event_end, time_zone, first_day, last_day,
      max_participant, capacity, thumbnail_url, description, taken, waitlisted, cancelled_at, cancel_reason, is_draft,
      languages, effort, children_welcome, latitude, longitude, is_exact, town_id, sphere, search_text, created_at, updated_at)
    select ${idAt("events", "plan.number", "plan.created")}, member.id,
      quarter ->> 'text' || ' ' || (happening -> 'title' ->> 'text'), happening ->> 'type',
      concat(quarter ->> 'text', ' ', spot ->> 'text', ' ', plan.number, ', ', town ->> 'text'),
      begin, "end", zone, to_char(local_begin, 'YYYY-MM-DD'),
      to_char(("end" - interval '1 millisecond') at time zone zone, 'YYYY-MM-DD'),
      coalesce('up to ' || capacity, 'No limit'), capacity, happening ->> 'thumbnail', happening -> 'description' ->> 'text',
      least(registrations + guests, capacity), registrations + guests - least(registrations + guests, capacity),
      case when is_cancelled then created + interval '1 day' end, case when is_cancelled then 'The weather.' end,
      not is_cancelled and registrations = 0 and f < 0.02, case when h < 0.7 then array['en'] else '{}' end,
      (array['light', 'medium', 'hard'])[1 + floor(i * 5)::int], case when c < 0.5 then d < 0.6 end,
      latitude, longitude, k < 0.6, case when latitude is not null then (town ->> 'id')::integer end,
      case when latitude is not null then cube(array[${radius} * cos(radians(latitude)) * cos(radians(longitude)),
        ${radius} * cos(radians(latitude)) * sin(radians(longitude)), ${radius} * sin(radians(latitude))]) end,
      concat(quarter ->> 'folded', ' ', happening -> 'title' ->> 'folded', chr(10), happening -> 'description' ->> 'folded',
        chr(10), quarter ->> 'folded', ' ', spot ->> 'folded', ' ', plan.number, ', ', town ->> 'folded'),
      created, created
    from (select plan.*, plan.number <> 1 and g between 0.4 and 0.42 as is_cancelled from plan) plan
      join (select row_number() over (order by created_at desc) as number, id from members) member
        on member.number = plan.organizer and member.number <= ${organizers}
    order by created, plan.number`.execute(tx);
}

/**
 * People join one after the other between an event's creation and its beginning, or now. They have consecutive numbers,
 * with another start for each event, so each joins an event once at most; one in fifty has no e-mail address.
 */
async function addRegistrations(tx: Kysely<Schema>, { organizers, crowd }: Sizes): Promise<void> {
  await sql`create temp table coming on commit drop as
    select plan.number as event, arrival, joined_at, ${idAt("registrations", "plan.number || ' ' || arrival", "joined_at")} as id,
      ${organizers}::int + case when arrival = 1 and has_joiner then ${crowd}::int + 1
        else 1 + ((plan.number * 31::bigint + arrival) % ${crowd}::int)::int end as member,
      case when arrival = 1 then 1 + guests else 1 end as party_size,
      case when arrival + guests <= coalesce(capacity, 2147483647) then 'joined' else 'waitlisted' end as status
    from plan cross join lateral generate_series(1, registrations) arrival
      cross join lateral (select created + (least(now(), begin) - created) * (arrival::float / (registrations + 1)) as joined_at) moment`.execute(
    tx,
  );
  await sql`
    insert into registrations (id, event_id, member_id, name, joined_at, status, party_size)
    select coming.id, event.id, case when has_mail then member.id end, case when not has_mail then 'Demo person' end,
      joined_at, status, party_size
    from (select *, arrival = 1 or arrival % 50 <> 2 as has_mail from coming) coming
      join (select number, ${idAt("events", "number", "created")} as id from plan) event on event.number = coming.event
      join (select row_number() over (order by created_at desc) as number, id from members) member
        on member.number = coming.member
    order by joined_at, event, arrival`.execute(tx);
  await sql`
    insert into guests (id, registration_id, name, under18, guardian_name, guardian_agreed_at)
    select ${idAt("guests", "event", "joined_at")}, id, 'Demo guest', event % 3 = 0,
      case when event % 6 = 0 then 'Demo guardian' end, case when event % 6 = 0 then joined_at end
    from coming where party_size = 2`.execute(tx);
}

/** The demo's communities, each joined by some of the members. */
async function addCommunities(tx: Kysely<Schema>, { members }: Sizes): Promise<void> {
  const rows = content.communities.map(({ title, description }, index) => ({
    id: newId(),
    title,
    description,
    image: `/scenes/community-${index + 1}.svg`,
    members: Math.floor(members / (10 + index)),
  }));
  await tx.insertInto("communities").values(rows).execute();
  await sql`
    insert into memberships (community_id, member_id, joined_at)
    select community.id, member.id, now() from communities community
      join (select row_number() over (order by created_at desc) as number, id from members) member
        on member.number <= community.members`.execute(tx);
}
