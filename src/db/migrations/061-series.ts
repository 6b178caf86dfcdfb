import { type Kysely, sql } from "kysely";

/**
 * Series: a rule, and the template from which occurrences are made. An occurrence is an event. `series_start` is its
 * original local start ('2026-12-01T18:00'), by which its series knows it, also after it was moved.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table series (
    id uuid primary key,
    organizer_id uuid not null references members (id) on delete cascade,
    owner_community_id uuid references communities (id) on delete set null,
    rule text not null check (rule <> ''),
    anchor text not null check (anchor ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d$'),
    made_until text not null check (made_until ~ '^\\d{4}-\\d\\d-\\d\\d$'),
    ended_at timestamptz,
    minutes integer not null check (minutes between 15 and 1440),
    time_zone text not null,
    title text not null,
    event_type text not null,
    location text not null,
    latitude double precision,
    longitude double precision,
    is_exact boolean not null,
    town_id integer references towns (id) on delete set null,
    sphere cube,
    max_participant text not null,
    hold_hours integer not null,
    thumbnail_url text,
    description text not null,
    what_to_bring text,
    effort text,
    children_welcome boolean,
    step_free boolean,
    languages text[] not null,
    provided text,
    asks_phone boolean not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  sql`create index series_of_organizer on series (organizer_id)`,
  sql`create index series_of_community on series (owner_community_id) where owner_community_id is not null`,
  sql`create index series_of_town on series (town_id) where town_id is not null`,
  sql`create index series_to_make on series (made_until) where ended_at is null`,

  sql`alter table events
    add column series_id uuid references series (id) on delete set null,
    add column series_start text`,
  // A series has at most one occurrence a day, so its day is enough.
  sql`create unique index events_of_series on events (series_id, left(series_start, 10)) where series_id is not null`,

  // The days on which a series has no occurrence: struck out by its organizer, or their occurrence was deleted.
  sql`create table series_days_left_out (
    series_id uuid not null references series (id) on delete cascade,
    day text not null check (day ~ '^\\d{4}-\\d\\d-\\d\\d$'),
    primary key (series_id, day)
  )`,
  // A deleted date stays deleted, also if the version before deletes it.
  sql`create function leave_out_deleted_day() returns trigger language plpgsql as $$
    begin
      insert into series_days_left_out (series_id, day)
        select id, left(old.series_start, 10) from series where id = old.series_id
        on conflict do nothing;
      return null;
    end $$`,
  sql`create trigger leave_out_deleted_day after delete on events
    for each row when (old.series_id is not null and old.series_start is not null)
    execute function leave_out_deleted_day()`,

  // A date with a new owner leaves its series, and is not made again. If its community is closed, the
  // series goes to the same member as the date.
  sql`create function leave_series_with_new_owner() returns trigger language plpgsql as $$
    begin
      if new.owner_community_id is null and old.owner_community_id is not null
        and new.organizer_id = old.organizer_id
        and not exists (select from communities where id = old.owner_community_id) then
        return new;
      end if;
      if not exists (
        select from series where id = old.series_id and organizer_id = new.organizer_id
          and owner_community_id is not distinct from new.owner_community_id
      ) then
        insert into series_days_left_out (series_id, day) values (old.series_id, left(old.series_start, 10))
          on conflict do nothing;
        new.series_id := null;
      end if;
      return new;
    end $$`,
  sql`create trigger leave_series_with_new_owner before update of organizer_id, owner_community_id on events
    for each row when (
      old.series_id is not null and new.series_id is not null and (
        new.organizer_id <> old.organizer_id or new.owner_community_id is distinct from old.owner_community_id
      )
    )
    execute function leave_series_with_new_owner()`,
];
