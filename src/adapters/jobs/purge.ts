import { sql } from "kysely";
import { fillRecordEvents } from "#db/record-events.ts";
import type { Database } from "#db/schema.server.ts";
import { keptDays } from "#domain/privacy/rules.ts";
import { purgeRegistrations } from "#domain/registrations/purging.ts";

const hour = 3_600_000;

/**
 * Deletes data that have expired: sessions, verifications, mailed links and codes, counts of attempts, and everything
 * that is kept for a limited time, or only the names in it.
 */
export async function purgeExpired(db: Database): Promise<void> {
  await sql`delete from sessions where expires_at <= now()`.execute(db);
  await sql`delete from verifications where expires_at <= now()`.execute(db);
  await sql`delete from mail_links where expires_at <= ${daysAgo(keptDays.deadLink)}`.execute(db);
  await sql`delete from mail_sign_ins where expires_at <= now()`.execute(db);
  await sql`delete from passkey_challenges where expires_at <= now()`.execute(db);
  await sql`delete from attempts where ends_at <= now()`.execute(db);
  await sql`delete from invitations where expires_at <= now()`.execute(db);
  await purgeRegistrations(db);
  await sql`delete from walk_in_contacts using events
    where events.id = event_id and event_end <= ${daysAgo(keptDays.walkInContact)}`.execute(db);
  await sql`update gate_late_marks set phone = null, email = null from events
    where events.id = event_id and (phone is not null or email is not null)
      and event_end <= ${daysAgo(keptDays.walkInContact)}`.execute(db);
  await sql`delete from told_people using events
    where events.id = told_people.event_id and event_end <= ${daysAgo(keptDays.told)}`.execute(db);
  await sql`delete from gate_late_marks using events
    where events.id = event_id and event_end <= ${daysAgo(keptDays.outcomeName)}`.execute(db);
  await sql`delete from outbox where done_at <= ${daysAgo(keptDays.task)}`.execute(db);
  await sql`delete from outbox where failed_at <= ${daysAgo(keptDays.failedTask)}`.execute(db);
  await sql`delete from contact_messages where created_at <= ${daysAgo(keptDays.contactMessage)}`.execute(db);
  await sql`delete from assertions where status <> 'asserted' and changed_at <= ${daysAgo(keptDays.assertion)}`.execute(
    db,
  );
  await sql`delete from reviews where decided_at <= ${daysAgo(keptDays.review)}`.execute(db);
  await sql`update outcome_people set name = null from events
    where events.id = event_id and name is not null and event_end <= ${daysAgo(keptDays.outcomeName)}`.execute(db);
  await sql`delete from gate_leavers using events
    where events.id = event_id and event_end <= ${daysAgo(keptDays.outcomeName)}`.execute(db);
  await sql`update gate_marks set name = '' from events
    where events.id = event_id and name <> '' and event_end <= ${daysAgo(keptDays.outcomeName)}`.execute(db);
  await sql`delete from follows
    where confirmed_at is null and created_at <= ${daysAgo(keptDays.unconfirmedSubscriber)}`.execute(db);
  // Adds events to records that the earlier version created while it still ran, and deletes events that are in no
  // record.
  await fillRecordEvents(db);
  await sql`delete from record_events
    where not exists (select from events where events.id = record_events.event_id)
      and not exists (select from asserted_hours where asserted_hours.event_id = record_events.event_id)`.execute(db);
  await sql`delete from event_words where until <= now()`.execute(db);
  // One day more, because the date differs in other zones.
  await sql`delete from follows where last_day < to_char(now() - interval '2 days', 'YYYY-MM-DD')`.execute(db);
  await sql`delete from subscribers
    where not exists (select from follows where follows.email = subscribers.email)`.execute(db);
  await sql`delete from subscribers
    where confirmed_at is null and created_at <= ${daysAgo(keptDays.unconfirmedSubscriber)}`.execute(db);
}

const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`;

/**
 * Purges every hour (`every` is in milliseconds), first an hour after the start, one run at a time.
 * @returns a function that stops it, and waits for a running purge
 */
export function startPurging(db: Database, every = hour): () => Promise<void> {
  let underWay = Promise.resolve();
  let isBusy = false;
  const purge = () => {
    if (isBusy) return;
    isBusy = true;
    underWay = purgeExpired(db)
      .catch((error: unknown) => {
        // The next run also does the work of this one.
        process.emitWarning(`Expired data could not be deleted: ${String(error)}`);
      })
      .finally(() => {
        isBusy = false;
      });
  };
  const timer = setInterval(purge, every).unref();
  return () => {
    clearInterval(timer);
    return underWay;
  };
}
