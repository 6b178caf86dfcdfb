import { sql, type Kysely } from "kysely";

/** What people should bring to an event, in the organizer's words; null when they name nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column what_to_bring text`.execute(db);
}
