import { sql, type Kysely } from "kysely";

/** The time from which tokens of an outside identity provider are valid for a member: the last time they logged out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members add column tokens_valid_from timestamptz`.execute(db);
}
