import { sql, type Kysely } from "kysely";

/** That an organiser has offered an event to whoever has an address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table handovers (
    event_id uuid primary key references events (id) on delete cascade,
    email text not null check (email = lower(email)),
    offered_at timestamptz not null
  )`.execute(db);
}
