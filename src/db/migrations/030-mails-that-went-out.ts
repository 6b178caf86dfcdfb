import { sql, type Kysely } from "kysely";

/** The time at which a task's mail was sent. Most tasks have one mail, and some have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column mailed_at timestamptz`.execute(db);
  await sql`create index outbox_mailed on outbox (mailed_at) where mailed_at is not null`.execute(db);
}
