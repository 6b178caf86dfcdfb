import { sql, type Kysely } from "kysely";

/**
 * The member whose name or picture a host has withheld, and a hash of it, because the original is not stored for this.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reviews
    add column taken_from uuid references members (id) on delete set null,
    add column taken_down text`.execute(db);
  await sql`create index reviews_taken_down on reviews (taken_from) where taken_down is not null`.execute(db);
}
