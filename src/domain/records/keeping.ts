import type { Insertable, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { revokeOfEvent } from "./revoking.ts";

/** An event at the time when its organizer reports its outcome. */
export type SaidOfEvent = Omit<Insertable<Schema["record_events"]>, "said_name" | "is_proven"> & {
  said_by: string | null;
};

/** The name in which hours are asserted: the community's, or that of the member who says them. */
type InNameOf = { community: string | null };

/**
 * Copies the event's data at the time of the report, so that they stay in people's records even if the event or its
 * organizer is deleted later. The hours of a community's event are asserted in its name by the member who says them.
 */
export async function keepForRecords(
  tx: Transaction<Schema>,
  said: SaidOfEvent,
  { community }: InNameOf,
): Promise<void> {
  const by =
    said.said_by === null
      ? null
      : await tx
          .selectFrom("members")
          .where("id", "=", said.said_by)
          .select(["name", "email_verified"])
          .executeTakeFirstOrThrow();
  const values = { ...said, said_name: by && (community ?? by.name), is_proven: by?.email_verified ?? false };
  await tx
    .insertInto("record_events")
    .values(values)
    .onConflict((conflict) => conflict.column("event_id").doUpdateSet(values))
    .execute();
}

/**
 * Removes an event from all records, because a host has deleted it and no part of it may be shown. Assertions and
 * credentials of its hours end with it.
 */
export async function takeFromRecords(tx: Transaction<Schema>, eventId: string, now: Date): Promise<void> {
  // Concurrent calls that make a credential or assert hours there either finish first, or wait and find nothing.
  await tx.selectFrom("record_events").where("event_id", "=", eventId).select("event_id").forUpdate().execute();
  await revokeOfEvent(tx, eventId, now);
  await tx.deleteFrom("assertions").where("event_id", "=", eventId).execute();
  await tx.deleteFrom("asserted_hours").where("event_id", "=", eventId).execute();
  await tx.deleteFrom("record_notes").where("event_id", "=", eventId).execute();
  await tx.deleteFrom("record_events").where("event_id", "=", eventId).execute();
}
