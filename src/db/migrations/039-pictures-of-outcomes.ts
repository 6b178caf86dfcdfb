import { sql, type Kysely } from "kysely";

/** The pictures of an event's outcome can be reported, hidden and decided about too, all of them together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reviews drop constraint reviews_about_check, add constraint reviews_about_check check (about in
    ('event', 'event_picture', 'outcome_pictures', 'community', 'community_picture', 'name', 'photo'))`.execute(db);
}
