import { sql, type Kysely } from "kysely";

/**
 * The reason why a gate key ended, marks that arrive afterwards and wait for the organizer, and the mark from which a
 * device's marks were cleared, so that other devices drop them too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table gate_keys add column ended_by text check (ended_by in ('access', 'review', 'transfer'))`,
  sql`alter table gate_devices add column cleared_seq integer not null default 0, add column cleared_at timestamptz`,

  sql`create table gate_late_marks (
    id uuid primary key,
    event_id uuid not null references events (id) on delete cascade,
    device_id uuid not null,
    kind text not null check (kind in ('here', 'undone', 'walk_in', 'closed', 'opened')),
    person_id uuid,
    name text,
    under18 boolean not null default false,
    phone text,
    email text,
    takes_back uuid,
    at timestamptz not null,
    device_at timestamptz not null,
    received_at timestamptz not null,
    position integer not null,
    foreign key (event_id, device_id) references gate_devices (event_id, id) on delete cascade
  )`,
  sql`create index gate_late_marks_of_device on gate_late_marks (event_id, device_id)`,
  // The index is for the rate limit of a device's marks.
  sql`create index gate_marks_of_device on gate_marks (event_id, device_id)`,

  // Ends the keys of events that are hidden now, as hiding does from now on.
  sql`update gate_keys set revoked_at = now(), ended_by = 'review' from events
    where events.id = event_id and events.review = 'hidden' and revoked_at is null`,
];
