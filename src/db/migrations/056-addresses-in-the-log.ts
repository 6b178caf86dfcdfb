import { type Kysely, sql } from "kysely";

/** Finds the entries of the organizers' log with an address, which goes with the account of its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index team_log_addresses on team_log (words) where words like '%@%'`.execute(db);
}
