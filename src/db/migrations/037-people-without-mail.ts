import { sql, type Kysely } from "kysely";

/**
 * People without an e-mail address, whom an organizer puts on the list by their name; and what joining may ask: a phone number, and
 * who has agreed for people under 18. What was the key of a registration stays as a rule, which somebody without an account does not break.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table events add column asks_phone boolean not null default false`,
  sql`alter table guests drop constraint guests_registration_id_fkey`,
  sql`alter table registrations
    drop constraint registrations_pkey,
    drop constraint registrations_id_key,
    add primary key (id),
    add constraint registrations_once unique (event_id, member_id)`,
  sql`alter table guests
    add constraint guests_registration_id_fkey foreign key (registration_id) references registrations (id) on delete cascade,
    add column guardian_name text,
    add column guardian_agreed_at timestamptz`,
  sql`alter table registrations
    alter column member_id drop not null,
    add column name text,
    add column phone text,
    add column under18 boolean not null default false,
    add column guardian_name text,
    add column guardian_agreed_at timestamptz,
    add constraint registrations_person_check check ((member_id is null) = (name is not null))`,
  // For somebody who moves up from the waitlist and has no account to be told by.
  sql`alter table happenings add column name text`,
  // What is deleted a while after an event is found by this.
  sql`create index registrations_with_contact on registrations (event_id) where phone is not null or guardian_name is not null`,
  sql`create index guests_with_guardian on guests (registration_id) where guardian_name is not null`,
];
