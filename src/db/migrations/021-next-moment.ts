import { sql, type Kysely } from "kysely";

/** Finds the next end of an event, for pages that are cached until then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index events_by_end on events (event_end)`.execute(db);
}
