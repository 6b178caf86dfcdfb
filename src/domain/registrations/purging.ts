import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import { keptDays } from "../privacy/rules.ts";

/**
 * Deletes happenings after their period; and phone numbers, guardians, addresses, notes on people and the names of
 * people without an account, each some time after the event.
 */
export async function purgeRegistrations(db: Database): Promise<void> {
  await sql`delete from happenings where happened_at <= ${daysAgo(keptDays.happening)}`.execute(db);
  await sql`update registrations set phone = null, guardian_name = null from events
    where events.id = event_id and (phone is not null or guardian_name is not null)
      and event_end <= ${daysAgo(keptDays.contact)}`.execute(db);
  await sql`update guests set guardian_name = null from registrations join events on events.id = event_id
    where registrations.id = registration_id and guests.guardian_name is not null
      and event_end <= ${daysAgo(keptDays.contact)}`.execute(db);
  await sql`delete from added_people using events
    where events.id = added_people.event_id and event_end <= ${daysAgo(keptDays.added)}`.execute(db);
  await sql`delete from person_notes using registrations join events on events.id = event_id
    where registrations.id = registration_id and event_end <= ${daysAgo(keptDays.note)}`.execute(db);
  await sql`update registrations set name = '' from events
    where events.id = event_id and name <> '' and event_end <= ${daysAgo(keptDays.personName)}`.execute(db);
}

const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`;
