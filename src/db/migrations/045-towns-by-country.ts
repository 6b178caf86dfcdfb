import { sql, type Kysely } from "kysely";

/** Towns of the reader's own country are proposed before others, however many people these have: this finds them by a beginning that many towns have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index towns_by_country on towns (country, folded text_pattern_ops, population)`.execute(db);
}
