import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { LockedEvent } from "../events/locking.ts";
import { allocateSpots, endOffers, shortenOffers } from "../registrations/allocation.ts";
import { forgetConfirmations } from "../registrations/party.ts";

/**
 * Saves a changed event. People who had confirmed their attendance are asked again if it was moved, offers end with it
 * at the latest, and new spots are offered to the waitlist. The caller tells the registered people.
 */
export async function saveChanged(
  tx: Transaction<Schema>,
  before: LockedEvent,
  after: LockedEvent,
  now: Date,
): Promise<void> {
  const { search_letters: _madeByTheDatabase, search_beginnings: _madeToo, ...columns } = after;
  await tx.updateTable("events").where("id", "=", before.id).set(columns).execute();
  // People who confirmed their attendance did so for another date.
  if (after.event_date.getTime() !== before.event_date.getTime()) await forgetConfirmations(tx, before);
  if (after.event_date < before.event_date) await shortenOffers(tx, after, after.event_date, now);
  else if (after.event_end < before.event_end) await shortenOffers(tx, after, after.event_end, now);
  await allocateSpots(tx, after, now);
}

/**
 * Saves that an event will not take place. Offers end; people stay on the waitlist, for the record. The caller tells
 * the registered people.
 * @returns the canceled event
 */
export async function saveCanceled(
  tx: Transaction<Schema>,
  event: LockedEvent,
  reason: string,
  now: Date,
): Promise<LockedEvent> {
  const end = { cancelled_at: now, cancel_reason: reason, sequence: event.sequence + 1 };
  await tx
    .updateTable("events")
    .set({ ...end, updated_at: now })
    .where("id", "=", event.id)
    .execute();
  await endOffers(tx, event);
  const canceled = { ...event, ...end };
  await allocateSpots(tx, canceled, now);
  return canceled;
}
