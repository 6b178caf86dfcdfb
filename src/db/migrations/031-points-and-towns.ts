import { sql, type Kysely } from "kysely";

/**
 * Positions of events on the globe, and the towns of the world.
 *
 * `sphere` is a point on a ball with the Earth's radius, in kilometers from its center. `cube` can index straight
 * distances between such points everywhere, across the date line and at the poles too. We compute it, because the
 * database's own function (`earthdistance`) can only be created by a superuser, and a dump of an index on it does not
 * restore.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create extension if not exists cube`,

  sql`create table towns (
    id integer primary key,
    name text not null check (name <> ''),
    folded text not null,
    country text not null check (country ~ '^[A-Z]{2}$'),
    admin_code text,
    region text,
    population integer not null check (population >= 0),
    latitude double precision not null check (latitude between -90 and 90),
    longitude double precision not null check (longitude between -180 and 180),
    sphere cube not null,
    edition text not null
  )`,
  sql`create index towns_by_name on towns (folded text_pattern_ops, population)`,
  // For names that begin with one or two letters, only large towns are shown.
  sql`create index towns_large_by_name on towns (folded text_pattern_ops, population) where population >= 100000`,
  sql`create index towns_by_sphere on towns using gist (sphere)`,
  sql`create index towns_large_by_sphere on towns using gist (sphere) where population >= 100000`,

  // Further names of towns: Lisboa, München.
  sql`create table town_names (
    town_id integer not null references towns (id) on delete cascade,
    folded text not null,
    primary key (town_id, folded)
  )`,
  sql`create index town_names_by_name on town_names (folded text_pattern_ops)`,

  // The editions whose towns are complete.
  sql`create table town_editions (
    edition text primary key,
    filled_at timestamptz not null
  )`,

  sql`alter table events
    add column latitude double precision check (latitude between -90 and 90),
    add column longitude double precision check (longitude between -180 and 180),
    add column is_exact boolean not null default false,
    add column town_id integer references towns (id) on delete set null,
    add column sphere cube,
    add constraint events_point_check check (
      (latitude is null) = (longitude is null) and (latitude is null) = (sphere is null) and (latitude is not null or not is_exact)
    )`,
  sql`create index events_of_town on events (town_id) where town_id is not null`,
  // Listed events by place and time together, because most events of a large town are long past. An hour counts as a
  // kilometer here.
  sql`create index events_listed_around on events
    using gist (cube(sphere, (extract(epoch from event_date - timestamptz '2000-01-01 00:00:00+00') / 3600)::double precision))
    where sphere is not null and cancelled_at is null and not is_draft`,
];
