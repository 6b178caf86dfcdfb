import { sql, type Kysely } from "kysely";

/**
 * A gate mark that undoes another one names it, so that a person who was unmarked by mistake keeps their time of
 * arrival.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Not a foreign key: marks of one call may come in any order, and may name one that was refused.
  await sql`alter table gate_marks add column takes_back uuid`.execute(db);
}
