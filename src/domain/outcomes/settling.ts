import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Event } from "../events/shapes.ts";
import type { EventDate } from "../outbox.ts";
import { type Span, spanOf } from "../time-zones/rules.ts";
import { settledFrom } from "./rules.ts";

const day = 24 * 3_600_000;

/**
 * The moment at which an event is settled after its organizer is asked now: 72 hours after its end, and at least a day
 * from now.
 */
export const settledAt = (span: Pick<Span, "end">, now: Date): Date =>
  new Date(Math.max(settledFrom(span).getTime(), now.getTime() + day));

/**
 * The key of the task that asks for an event's outcome, or settles it. There is one for each date of the event, so that
 * both run once.
 */
export const outcomeKey = (kind: "ask_outcome" | "settle_outcome", { eventId, eventDate }: EventDate): string =>
  `${kind}:${eventId}:${eventDate}`;

/** The moment at which an event without an outcome is settled: later than 72 hours after its end if it was hidden. */
export async function settlementOf(
  db: Kysely<Schema>,
  event: Pick<Event, "_id" | "eventDate" | "eventEnd" | "timeZone">,
): Promise<Date> {
  const planned = await db
    .selectFrom("outbox")
    .where("key", "=", outcomeKey("settle_outcome", { eventId: event._id, eventDate: event.eventDate }))
    .where("done_at", "is", null)
    .select("run_at")
    .executeTakeFirst();
  return new Date(Math.max(settledFrom(spanOf(event)).getTime(), planned?.run_at.getTime() ?? 0));
}
