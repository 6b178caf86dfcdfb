import { sql, type Kysely } from "kysely";

/**
 * People without an e-mail address, whom an organizer adds by name; and the optional questions at joining: a phone
 * number, and the guardian who agreed for people under 18. The former key of a registration remains as a unique
 * constraint, which a person without an account does not violate.
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
  // The name is for a person without an account, who moves up from the waitlist.
  sql`alter table happenings add column name text`,
  // Finds the data that are deleted a while after an event.
  sql`create index registrations_with_contact on registrations (event_id) where phone is not null or guardian_name is not null`,
  sql`create index guests_with_guardian on guests (registration_id) where guardian_name is not null`,
];
