import { sql, type Kysely } from "kysely";

/** Things that people should bring to an event, in the organizer's words; null if there are none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column what_to_bring text`.execute(db);
}
