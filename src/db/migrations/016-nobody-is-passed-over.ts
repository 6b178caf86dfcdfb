import { sql, type Kysely } from "kysely";

/**
 * The last person on the waitlist stays on it when their offer expires, and the spot is open to all. Also the news of
 * an event, kept until its organizer has been told.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table events
    add column passed integer not null default 0 check (passed >= 0),
    add column passed_seq bigint not null default 0,
    add check (held + passed <= waitlisted)`,

  sql`create table happenings (
    id uuid primary key,
    event_id uuid not null references events (id) on delete cascade,
    member_id uuid references members (id) on delete cascade,
    kind text not null check (kind in ('joined', 'waitlisted', 'left')),
    happened_at timestamptz not null,
    digest text
  )`,
  // The news that has not been told yet, and the news of one mail.
  sql`create index happenings_of_digest on happenings (digest, event_id)`,
  sql`create index happenings_of_event on happenings (event_id)`,
  sql`create index happenings_of_member on happenings (member_id)`,
];
