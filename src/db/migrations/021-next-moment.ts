import { sql, type Kysely } from "kysely";

/** Finds what ends next, for pages that are kept until then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index events_by_end on events (event_end)`.execute(db);
}
