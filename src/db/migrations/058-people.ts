import { type Kysely, sql } from "kysely";

/** Notes of organizers on people of their events, and the addresses of people whom they add by name. */
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

  // An address is added once to an event.
  sql`create table added_people (
    id uuid primary key,
    event_id uuid not null references events (id) on delete cascade,
    registration_id uuid not null references registrations (id) on delete cascade,
    email text check (email = lower(email)),
    freed boolean not null default false,
    added_by uuid references members (id) on delete set null,
    added_at timestamptz not null,
    unique (event_id, email)
  )`,
  sql`create index added_people_of_registration on added_people (registration_id)`,
  sql`create index added_people_of_address on added_people (email)`,
  sql`create index added_people_by on added_people (added_by)`,
];
