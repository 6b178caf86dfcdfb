import { type Kysely, sql } from "kysely";

/** Notes of organizers on people of their events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // A note goes with the registration, and so with the account and the event.
  sql`create table person_notes (
    registration_id uuid primary key references registrations (id) on delete cascade,
    text text not null check (text <> ''),
    written_by uuid references members (id) on delete set null,
    written_at timestamptz not null
  )`,
  sql`create index person_notes_by on person_notes (written_by)`,
];
