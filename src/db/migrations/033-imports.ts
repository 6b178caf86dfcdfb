import { sql, type Kysely } from "kysely";

/**
 * The sources of imported events, and the data that the sources had: importing again changes the events, and creates
 * none twice. A member has at most one event for each id at the source.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table imports (
      uid text not null,
      member_id uuid not null references members (id) on delete cascade,
      event_id uuid not null unique references events (id) on delete cascade,
      address text,
      source jsonb not null,
      imported_at timestamptz not null,
      primary key (uid, member_id)
    )`.execute(db);
  await sql`create index imports_member on imports (member_id)`.execute(db);
}
