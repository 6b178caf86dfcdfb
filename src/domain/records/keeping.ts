import type { Insertable, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { revokeOfEvent } from "./revoking.ts";

/** An event as its organizer has just said what came of it. */
export type SaidOfEvent = Omit<Insertable<Schema["record_events"]>, "said_name" | "is_proven"> & {
  said_by: string | null;
};

/**
 * Keeps what was said of an event in the words in which it was said, so that it stands in people's records whatever becomes of the event and
 * of whoever said it.
 */
export async function keepForRecords(tx: Transaction<Schema>, said: SaidOfEvent): Promise<void> {
  const by =
    said.said_by === null
      ? null
      : await tx
          .selectFrom("members")
          .where("id", "=", said.said_by)
          .select(["name", "email_verified"])
          .executeTakeFirstOrThrow();
  const values = { ...said, said_name: by?.name ?? null, is_proven: by?.email_verified ?? false };
  await tx
    .insertInto("record_events")
    .values(values)
    .onConflict((conflict) => conflict.column("event_id").doUpdateSet(values))
    .execute();
}

/** Takes an event out of everybody's record: for one that a host has deleted, of which nothing is to be shown; with it goes whatever proves hours there. */
export async function takeFromRecords(tx: Transaction<Schema>, eventId: string, now: Date): Promise<void> {
  // Whoever makes a credential or asserts hours there has done so, or waits and finds nothing.
  await tx.selectFrom("record_events").where("event_id", "=", eventId).select("event_id").forUpdate().execute();
  await revokeOfEvent(tx, eventId, now);
  await tx.deleteFrom("assertions").where("event_id", "=", eventId).execute();
  await tx.deleteFrom("asserted_hours").where("event_id", "=", eventId).execute();
  await tx.deleteFrom("record_notes").where("event_id", "=", eventId).execute();
  await tx.deleteFrom("record_events").where("event_id", "=", eventId).execute();
}
