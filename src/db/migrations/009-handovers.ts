import { sql, type Kysely } from "kysely";

/** Events that organizers have offered to the owner of an address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table handovers (
    event_id uuid primary key references events (id) on delete cascade,
    email text not null check (email = lower(email)),
    offered_at timestamptz not null
  )`.execute(db);
}
