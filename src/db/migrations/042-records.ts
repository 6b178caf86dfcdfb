import { sql, type Kysely } from "kysely";

/**
 * A volunteer's record: statements about a member's hours outlive the event, in their original words. Credentials are
 * made of chosen entries, with a random number that nobody can guess.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // The event may be deleted; `record_events` keeps its data.
  sql`alter table asserted_hours drop constraint asserted_hours_event_id_fkey`,

  sql`create table record_events (
    event_id uuid primary key,
    title text not null,
    unit text not null,
    event_date timestamptz not null,
    event_end timestamptz not null,
    time_zone text not null,
    amount integer,
    kilograms double precision,
    said_by uuid references members (id) on delete set null,
    said_name text,
    is_proven boolean not null default false,
    said_at timestamptz not null
  )`,
  sql`create index record_events_said_by on record_events (said_by) where said_by is not null`,
  // An organizer who confirms an automatic outcome changes no hours, so only the time of the change shows it.
  sql`insert into record_events (event_id, title, unit, event_date, event_end, time_zone, amount, kilograms,
      said_by, said_name, is_proven, said_at)
    select events.id, title,
      case event_type when 'cleanup' then 'bags' when 'plantation' then 'trees' when 'donation' then 'items'
        when 'education' then 'learners' when 'healthcare' then 'treated' when 'food' then 'meals' else 'reached' end,
      event_date, event_end, time_zone, amount, kilograms,
      case when said.is_said then members.id end, case when said.is_said then members.name end,
      said.is_said and members.email_verified, outcomes.changed_at
    from events join outcomes on outcomes.event_id = events.id join members on members.id = organizer_id
      cross join lateral (
        select outcomes.changed_at > outcomes.sent_at or exists (
          select from asserted_hours where event_id = events.id and asserted_by is not null
        ) as is_said
      ) said
    where exists (select from asserted_hours where event_id = events.id)`,

  sql`create table record_notes (
    member_id uuid not null references members (id) on delete cascade,
    event_id uuid not null,
    note text not null,
    primary key (member_id, event_id)
  )`,

  sql`create table credential_keys (
    id text primary key,
    public_key text not null,
    used_since timestamptz not null
  )`,

  sql`create table credentials (
    id text primary key check (id ~ '^[0-9a-f]{32}$'),
    member_id uuid references members (id) on delete set null,
    key_id text not null references credential_keys (id),
    label text not null default '',
    token text,
    made_at timestamptz not null,
    revoked_at timestamptz,
    revoked_by text check (revoked_by in ('member', 'organizer', 'host', 'account')),
    check ((token is null) = (revoked_at is not null))
  )`,
  sql`create index credentials_member on credentials (member_id, made_at) where member_id is not null`,
  sql`create index credentials_key on credentials (key_id)`,
  sql`create table credential_hours (
    credential_id text not null references credentials (id) on delete cascade,
    event_id uuid not null,
    hours double precision not null check (hours > 0),
    primary key (credential_id, event_id)
  )`,
  sql`create index credential_hours_event on credential_hours (event_id)`,
];
