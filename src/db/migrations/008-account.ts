import { sql, type Kysely } from "kysely";

/** A member's request to delete their account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members add column deletion_at timestamptz`.execute(db);
}
