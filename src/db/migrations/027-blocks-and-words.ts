import { sql, type Kysely } from "kysely";

/** Blocks between members; and the words and links that hold an event back until a host has looked at it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table blocks (
    blocker_id uuid not null references members (id) on delete cascade,
    blocked_id uuid not null references members (id) on delete cascade,
    blocked_at timestamptz not null,
    primary key (blocker_id, blocked_id),
    check (blocker_id <> blocked_id)
  )`.execute(db);
  await sql`create index blocks_of_blocked on blocks (blocked_id, blocker_id)`.execute(db);
  await sql`create table listed_words (word text primary key check (word <> ''), listed_at timestamptz not null)`.execute(
    db,
  );
}
