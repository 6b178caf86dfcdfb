import { sql, type Kysely } from "kysely";

/** A message keeps the subject that its organizer chose; null where it went out with ours, and for messages from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column subject text`.execute(db);
}
