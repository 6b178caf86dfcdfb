import { sql, type Kysely } from "kysely";

/**
 * Renames tables, columns and tasks to the words of the glossary: a registration is of a party (a member and their
 * guests), takes spots or is waitlisted, and may have an offer; an event changes hands by an ownership transfer. All
 * rows and all waiting tasks stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

/** Old and new kinds of tasks. A key begins with its task's kind, so both change together. */
const kinds = Object.entries({
  place_joined: "registration_joined",
  place_waiting: "registration_waitlisted",
  place_offered: "registration_offered",
  place_lapsed: "offer_expired",
  place_left: "registration_left",
  place_changed: "registration_event_changed",
  place_removed: "registration_removed",
  place_added: "registration_added",
  lapse_offers: "expire_offers",
  event_offered: "ownership_offered",
  event_taken_over: "ownership_accepted",
});

const statements = [
  sql`alter table joins rename to registrations`,
  sql`alter table registrations rename column state to status`,
  sql`alter table registrations rename column places to party_size`,
  sql`alter table registrations rename column offered_until to offer_expires_at`,
  sql`alter table registrations rename column confirmed_at to attendance_confirmed_at`,
  sql`alter sequence joins_seq_seq rename to registrations_seq_seq`,
  sql`alter index joins_of_member rename to registrations_of_member`,

  // The checks and the index contain the value that changes.
  sql`drop index joins_waiting`,
  sql`alter table registrations drop constraint joins_state_check, drop constraint joins_check`,
  sql`update registrations set status = 'waitlisted' where status = 'waiting'`,
  sql`alter table registrations
    add constraint registrations_status_check check (status in ('joined', 'waitlisted')),
    add constraint registrations_offer_check check (offer_expires_at is null or status = 'waitlisted')`,
  sql`create index registrations_waitlisted on registrations (event_id, seq) where status = 'waitlisted'`,

  sql`alter table events rename column participants to taken`,
  sql`alter table events rename column waiting to waitlisted`,

  sql`alter table companions rename to guests`,
  sql`alter table guests rename column join_id to registration_id`,
  sql`alter index companions_of_join rename to guests_of_registration`,

  sql`alter table handovers rename to ownership_transfers`,

  // A row says whether a member wants a kind of mail; without a row they do.
  sql`alter table mail_opt_outs rename to notification_preferences`,
  sql`alter table notification_preferences add column wanted boolean not null default false`,
  sql`alter table notification_preferences alter column wanted drop default`,

  sql`alter table messages drop constraint messages_audience_check`,
  sql`update messages set audience = 'waitlisted' where audience = 'waiting'`,
  sql`alter table messages
    add constraint messages_audience_check check (audience in ('all', 'joined', 'waitlisted'))`,

  // Keys and checks that the database named after the old tables and columns.
  sql`do $$
    declare
      names text[][] := array[
        ['joins_', 'registrations_'], ['_state_', '_status_'], ['_places_', '_party_size_'],
        ['_offered_until_', '_offer_expires_at_'], ['registrations_confirmed_at_', 'registrations_attendance_confirmed_at_'],
        ['companions_', 'guests_'], ['_join_id_', '_registration_id_'], ['handovers_', 'ownership_transfers_'],
        ['mail_opt_outs_', 'notification_preferences_'], ['_participants_', '_taken_'], ['_waiting_', '_waitlisted_']];
      one record;
      renamed text;
    begin
      for one in
        select conrelid::regclass as relation, conname as name from pg_constraint
        where conrelid in ('registrations'::regclass, 'guests'::regclass, 'ownership_transfers'::regclass,
          'notification_preferences'::regclass, 'events'::regclass)
      loop
        renamed := one.name;
        for pair in 1 .. array_length(names, 1) loop
          renamed := replace(renamed, names[pair][1], names[pair][2]);
        end loop;
        if renamed <> one.name then
          execute format('alter table %s rename constraint %I to %I', one.relation, one.name, renamed);
        end if;
      end loop;
    end $$`,

  ...kinds.map(
    ([old, renamed]) => sql`
      update outbox set kind = ${renamed}, key = ${renamed} || substr(key, ${old.length + 1}::int)
      where kind = ${old}`,
  ),
  sql`update outbox set payload = payload - 'joinId' || jsonb_build_object('registrationId', payload -> 'joinId')
    where payload ? 'joinId'`,
  sql`update outbox set payload = payload - 'state' || jsonb_build_object('status',
      case payload ->> 'state' when 'waiting' then 'waitlisted' else payload ->> 'state' end)
    where kind = 'registration_left' and payload ? 'state'`,
];
