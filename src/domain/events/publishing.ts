import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.server.ts";

/**
 * Notes that everybody sees events from now on, in the transaction that shows them: their followers are told. One that was seen
 * before is no news.
 */
export async function notePublished(tx: Kysely<Schema>, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto("publications")
    .values(ids.map((event_id) => ({ event_id, published_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
