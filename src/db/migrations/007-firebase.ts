import { sql, type Kysely } from "kysely";

/** From when on tokens of an outside identity provider are taken for a member's: the last time the member signed out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members add column tokens_valid_from timestamptz`.execute(db);
}
