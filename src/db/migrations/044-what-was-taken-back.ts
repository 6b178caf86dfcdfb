import { sql, type Kysely } from "kysely";

/** A mark at a gate says which one it takes back, so that who was unmarked by mistake is here since the moment at which they came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No reference: marks of one call may come in any order, and one that was refused is named all the same.
  await sql`alter table gate_marks add column takes_back uuid`.execute(db);
}
