import { sql, type Kysely } from "kysely";

/**
 * People who leave an event's list once its gate counts may have been there before, so the gate keeps them. The names
 * of walk-ins in its log are deleted after a year. Also the number of addresses that a new event was told to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table gate_leavers (
    event_id uuid not null references events (id) on delete cascade,
    person_id uuid not null,
    owner_id uuid not null references members (id) on delete cascade,
    name text,
    under18 boolean not null,
    left_at timestamptz not null,
    primary key (event_id, person_id)
  )`,
  sql`create index gate_leavers_owner on gate_leavers (owner_id)`,
  // The index is for the job that deletes names.
  sql`create index gate_marks_named on gate_marks (event_id) where name <> ''`,

  sql`create table event_tellings (
    event_id uuid primary key references events (id) on delete cascade,
    addresses integer not null check (addresses > 0)
  )`,
];
