import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";

/**
 * Notes that events become public, in the same transaction that publishes them, so that their followers hear of them.
 * An event that was public before is not news. Neither are further dates of a series: the first one of them is.
 */
export async function notePublished(tx: Kysely<Schema>, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto("publications")
    .columns(["event_id", "published_at"])
    .expression((eb) =>
      eb
        .selectFrom("events")
        .distinctOn(sql`coalesce(series_id, id)`)
        .where("id", "in", ids)
        .where(isFirstNews)
        .orderBy(sql`coalesce(series_id, id)`)
        .orderBy("event_date")
        .orderBy("id")
        .select(["id", sql<Date>`${now}::timestamptz`.as("published_at")]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The condition that no date of an event's series was news before. */
const isFirstNews = sql<boolean>`not exists (
  select from publications join events other on other.id = event_id where other.series_id = events.series_id
)`;
