import { sql, type Kysely } from "kysely";

/**
 * More data about an event: its end, places without limit, offers of places to people who wait, companions,
 * cancellation, and the mails about all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table events
    alter column capacity drop not null,
    add column event_end timestamptz,
    add column held integer not null default 0 check (held >= 0),
    add column hold_hours integer not null default 12 check (hold_hours between 1 and 72),
    add column cancelled_at timestamptz,
    add column cancel_reason text,
    add column sequence integer not null default 0`,
  sql`update events set event_end = event_date + interval '2 hours'`,
  sql`alter table events
    alter column event_end set not null,
    add check (event_end > event_date),
    add check (held <= waiting),
    add check (participants + held <= capacity)`,

  // Places are counted by person: a join is of a member with their companions, who get their places together.
  sql`alter table joins
    add column places integer not null default 1 check (places between 1 and 6),
    add column offered_until timestamptz check (offered_until is null or state = 'waiting'),
    add column confirmed_at timestamptz`,
  sql`create table companions (
    id uuid primary key,
    join_id uuid not null references joins (id) on delete cascade,
    name text not null,
    under18 boolean not null
  )`,
  sql`create index companions_of_join on companions (join_id, id)`,

  sql`create table messages (
    id uuid primary key,
    event_id uuid not null references events (id) on delete cascade,
    audience text not null check (audience in ('all', 'joined', 'waiting')),
    text text not null,
    recipients integer not null,
    sent_at timestamptz not null
  )`,
  sql`create index messages_of_event on messages (event_id, sent_at)`,

  // The kinds of mail that a member does not want.
  sql`create table mail_opt_outs (
    member_id uuid not null references members (id) on delete cascade,
    kind text not null,
    primary key (member_id, kind)
  )`,
  // Anyone who knows the secret can read the events that its member joined and organizes.
  sql`alter table members add column calendar_secret text unique`,
  sql`alter table subscribers add column confirmed_at timestamptz`,
];
