import { sql, type Kysely } from "kysely";

/** That a member has asked for their account to go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members add column deletion_at timestamptz`.execute(db);
}
