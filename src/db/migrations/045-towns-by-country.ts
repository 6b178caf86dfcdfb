import { sql, type Kysely } from "kysely";

/**
 * Towns of the reader's own country are proposed before larger ones elsewhere: this index finds them by a common
 * beginning.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index towns_by_country on towns (country, folded text_pattern_ops, population)`.execute(db);
}
