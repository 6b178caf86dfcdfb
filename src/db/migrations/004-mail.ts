import { sql, type Kysely } from "kysely";

/** The result of a task: done, or given up with the reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table outbox add column failed_at timestamptz, add column reason text`,
  sql`drop index outbox_due`,
  sql`create index outbox_due on outbox (run_at, id) where done_at is null and failed_at is null`,
  sql`create index outbox_failed on outbox (failed_at) where failed_at is not null`,
];
