import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type LockedEvent, lockEvents } from "../events/locking.ts";
import { showEvent } from "../reviews/hiding.ts";
import { lockSeries } from "../series/locking.ts";

/** The event of a review, null if it is gone, and the events that are decided with it. */
export type Together = { event: LockedEvent | null; dates: LockedEvent[] };

/**
 * Locks the event of a review, with the dates of its series that are not over. The words of a date are those of its
 * series, so hosts decide about all of them at once. If hosts hold back the date, only the dates that they hold back
 * as well follow it: a date whose words were changed for it alone is decided alone.
 */
export async function lockWithDates(tx: Transaction<Schema>, eventId: string, now: Date): Promise<Together> {
  const row = await tx.selectFrom("events").where("id", "=", eventId).select("series_id").executeTakeFirst();
  const seriesId = row?.series_id ?? null;
  // A series is locked before its dates.
  if (seriesId) await lockSeries(tx, seriesId);
  const others = seriesId
    ? await tx
        .selectFrom("events")
        .where("series_id", "=", seriesId)
        .where("event_end", ">=", now)
        .where("id", "!=", eventId)
        .select("id")
        .execute()
    : [];
  const events = await lockEvents(tx, [eventId, ...others.map(({ id }) => id)]);
  const event = events.find(({ id }) => id === eventId) ?? null;
  return { event, dates: events.filter(({ review }) => review === event?.review) };
}

/**
 * Shows dates that were held back. They stay hidden while another review hides one of them.
 * @returns whether all are shown
 */
export async function showAll(tx: Transaction<Schema>, dates: readonly LockedEvent[], now: Date): Promise<boolean> {
  const ids = dates.map(({ id }) => id);
  const other = await tx
    .selectFrom("reviews")
    .where("about", "=", "event")
    .where("subject_id", "in", ids)
    .where("hidden_at", "is not", null)
    .where("decided_at", "is", null)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  if (other) return false;
  let isShown = true;
  for (const date of dates) isShown = (await showEvent(tx, date, now)) && isShown;
  return isShown;
}

/** Ends a series that has no date to come, after hosts deleted them, so that none is made again. */
export async function endWithoutDates(tx: Transaction<Schema>, seriesId: string, now: Date): Promise<void> {
  await tx
    .updateTable("series")
    .set({ ended_at: now, updated_at: now })
    .where("id", "=", seriesId)
    .where("ended_at", "is", null)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom("events").select("id").where("series_id", "=", seriesId).where("event_end", ">=", now)),
      ),
    )
    .execute();
}
