import { sql, type Kysely } from "kysely";

/**
 * A gate mark names the mark that it takes back, so that a person who was unmarked by mistake keeps the time at which
 * they came.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Not a foreign key: marks of one call may come in any order, and may name one that was refused.
  await sql`alter table gate_marks add column takes_back uuid`.execute(db);
}
