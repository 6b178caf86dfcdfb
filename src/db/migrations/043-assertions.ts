import { sql, type Kysely } from "kysely";

/** Requests to a second organizer to assert a member's hours at the member's own event, and the answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table assertions (
    id uuid primary key,
    member_id uuid not null references members (id) on delete cascade,
    event_id uuid not null,
    title text not null,
    event_date timestamptz not null,
    hours double precision not null check (hours > 0),
    email text,
    status text not null check (status in ('asked', 'asserted', 'declined', 'withdrawn', 'taken_back', 'dropped')),
    asked_at timestamptz not null,
    changed_at timestamptz not null,
    asserted_by uuid references members (id) on delete set null,
    said_name text,
    check (status <> 'asserted' or said_name is not null),
    unique (member_id, event_id, email)
  )`,
  // There is only one question at a time: the second organizer must answer before another is asked.
  sql`create unique index assertions_open on assertions (member_id, event_id) where status in ('asked', 'asserted')`,
  sql`create index assertions_event on assertions (event_id)`,
  sql`create index assertions_email on assertions (email) where email is not null`,
  sql`create index assertions_asserted_by on assertions (asserted_by) where asserted_by is not null`,
  sql`alter table credentials drop constraint credentials_revoked_by_check, add constraint credentials_revoked_by_check
    check (revoked_by in ('member', 'organizer', 'host', 'account', 'asserter'))`,
];
