import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Event } from "../events/shapes.ts";
import type { EventDate } from "../outbox.ts";
import { settledAfter } from "./rules.ts";

const day = 24 * 3_600_000;

/** When an event is settled whose organizer is asked now: 72 hours after its end, and with a day to say something. */
export const settledAt = (end: Date | string, now: Date): Date =>
  new Date(Math.max(new Date(end).getTime() + settledAfter, now.getTime() + day));

/** What asks an event's organizer what came of it, and what settles it, has one key for each date of the event: both are done once. */
export const outcomeKey = (kind: "ask_outcome" | "settle_outcome", { eventId, eventDate }: EventDate): string =>
  `${kind}:${eventId}:${eventDate}`;

/** When an event is settled of which nobody says anything: later than 72 hours after its end where it was hidden by then. */
export async function settlementOf(
  db: Kysely<Schema>,
  { _id: eventId, eventDate, eventEnd }: Pick<Event, "_id" | "eventDate" | "eventEnd">,
): Promise<Date> {
  const planned = await db
    .selectFrom("outbox")
    .where("key", "=", outcomeKey("settle_outcome", { eventId, eventDate }))
    .where("done_at", "is", null)
    .select("run_at")
    .executeTakeFirst();
  return new Date(Math.max(new Date(eventEnd).getTime() + settledAfter, planned?.run_at.getTime() ?? 0));
}
