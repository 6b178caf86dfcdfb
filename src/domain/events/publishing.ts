import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.server.ts";

/**
 * Notes that events become public, in the same transaction that publishes them, so that their followers hear of them.
 * An event that was public before is not news.
 */
export async function notePublished(tx: Kysely<Schema>, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto("publications")
    .values(ids.map((event_id) => ({ event_id, published_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
