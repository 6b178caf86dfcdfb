import { sql, type Kysely } from "kysely";

/**
 * Follows. A newsletter address gets a pace, a time and its follows; until its reader chooses others, it follows
 * everything. An older version names no time zone, so a trigger sets one for its addresses.
 *
 * Existing events are not news: only events published from now on are in `publications`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table publications (
    event_id uuid primary key references events (id) on delete cascade,
    published_at timestamptz not null,
    number bigint unique
  )`,
  sql`create sequence publication_numbers owned by publications.number`,
  sql`create index publications_new on publications (published_at) where number is null`,

  sql`alter table subscribers
    add column pace text not null default 'monthly' check (pace in ('at_once', 'daily', 'weekly', 'monthly')),
    add column weekday smallint not null default 4 check (weekday between 1 and 7),
    add column hour smallint not null default 17 check (hour between 0 and 23),
    add column time_zone text,
    add column due_at timestamptz not null default date_trunc('month', now()) + interval '1 month',
    add column has_news boolean not null default false,
    add column told_until bigint not null default 0`,
  sql`create index subscribers_due on subscribers (due_at) where has_news and confirmed_at is not null`,

  sql`create table follows (
    id uuid primary key,
    email text not null references subscribers (email) on update cascade on delete cascade,
    organizer_id uuid references members (id) on delete cascade,
    community_id uuid references communities (id) on delete cascade,
    event_id uuid references events (id) on delete cascade,
    filter text,
    last_day text,
    keys text[] not null,
    since bigint not null,
    confirmed_at timestamptz,
    created_at timestamptz not null default now(),
    check (num_nonnulls(organizer_id, community_id, event_id, filter) = 1),
    unique (email, organizer_id),
    unique (email, community_id),
    unique (email, event_id),
    unique (email, filter)
  )`,
  sql`create index follows_keys on follows using gin (keys)`,
  sql`create index follows_of_organizer on follows (organizer_id) where organizer_id is not null`,
  sql`create index follows_of_community on follows (community_id) where community_id is not null`,
  sql`create index follows_of_event on follows (event_id) where event_id is not null`,
  sql`create index follows_last_day on follows (last_day) where last_day is not null`,
  sql`create index follows_unconfirmed on follows (created_at) where confirmed_at is null`,

  sql`insert into follows (id, email, filter, keys, since, confirmed_at, created_at)
    select gen_random_uuid(), email, '', '{*}', 0, coalesce(confirmed_at, created_at), created_at from subscribers`,
  sql`create function follow_everything() returns trigger language plpgsql as $$
    begin
      insert into follows (id, email, filter, keys, since, confirmed_at)
      select gen_random_uuid(), new.email, '', '{*}', coalesce(max(number), 0), now() from publications;
      return new;
    end $$`,
  sql`create trigger subscribers_of_before after insert on subscribers
    for each row when (new.time_zone is null) execute function follow_everything()`,

  // Applies only to people who were told so when they joined.
  sql`alter table memberships add column tells_events boolean not null default false`,
];
