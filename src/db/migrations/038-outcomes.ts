import { sql, type Kysely } from "kysely";

/**
 * The outcome of an event: who came, for how many hours, what was achieved, and pictures. Its counts stay when a
 * member's account is deleted, but the row then does not identify the member. Statements about a member's hours are
 * append-only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table outcomes (
    event_id uuid primary key references events (id) on delete cascade,
    hours double precision not null check (hours > 0),
    amount integer check (amount >= 0),
    kilograms double precision check (kilograms >= 0),
    words text not null default '',
    thanks text not null default '',
    people_agreed boolean not null default false,
    joined integer not null,
    confirmed integer not null,
    came integer not null,
    total_hours double precision not null,
    sent_at timestamptz not null,
    changed_at timestamptz not null
  )`,

  sql`create table outcome_people (
    event_id uuid not null references outcomes (event_id) on delete cascade,
    person_id uuid not null,
    member_id uuid references members (id) on delete set null,
    name text,
    hours double precision check (hours > 0),
    noted_by text not null check (noted_by in ('gate', 'organizer')),
    is_listed boolean not null,
    is_confirmed boolean not null,
    primary key (event_id, person_id)
  )`,
  sql`create index outcome_people_member on outcome_people (member_id) where member_id is not null`,
  // The index is for the job that deletes names of people without an account.
  sql`create index outcome_people_named on outcome_people (event_id) where name is not null`,

  sql`create table outcome_pictures (
    event_id uuid not null references outcomes (event_id) on delete cascade,
    picture_id uuid not null references pictures (id) on delete cascade,
    position integer not null,
    primary key (event_id, picture_id)
  )`,
  sql`create index outcome_pictures_picture on outcome_pictures (picture_id)`,

  sql`create table asserted_hours (
    id uuid primary key,
    event_id uuid not null references events (id) on delete cascade,
    member_id uuid not null references members (id) on delete cascade,
    hours double precision check (hours > 0),
    asserted_by uuid references members (id) on delete set null,
    asserted_at timestamptz not null
  )`,
  sql`create index asserted_hours_member on asserted_hours (member_id, event_id)`,
  sql`create index asserted_hours_event on asserted_hours (event_id)`,
  sql`create index asserted_hours_by on asserted_hours (asserted_by) where asserted_by is not null`,
];
