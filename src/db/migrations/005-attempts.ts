import { sql, type Kysely } from "kysely";

/**
 * Counts of recent attempts. Unlogged: a crash may lose the counts of some minutes, but counting writes nothing to the
 * log that backups and replicas read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table attempts (
    key text primary key,
    n integer not null,
    ends_at timestamptz not null
  ) with (fillfactor = 70)`.execute(db);
}
