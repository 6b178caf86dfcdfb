import { sql, type Kysely } from "kysely";

/** Of whom a host has taken a name or a picture away, and which: a sum of it, as what was taken away is not kept for this. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reviews
    add column taken_from uuid references members (id) on delete set null,
    add column taken_down text`.execute(db);
  await sql`create index reviews_taken_down on reviews (taken_from) where taken_down is not null`.execute(db);
}
