import { sql, type Kysely } from "kysely";

/** The subject that an organizer chose for a message; null if it was sent with ours, and for earlier messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column subject text`.execute(db);
}
