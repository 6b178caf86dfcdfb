import { sql, type Kysely } from "kysely";

/**
 * How often somebody has tried lately. Unlogged: a crash may forget the counts of some minutes, and in return counting
 * writes nothing to the log that backups and replicas read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table attempts (
    key text primary key,
    n integer not null,
    ends_at timestamptz not null
  ) with (fillfactor = 70)`.execute(db);
}
