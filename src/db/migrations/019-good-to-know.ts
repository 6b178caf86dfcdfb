import { sql, type Kysely } from "kysely";

/**
 * What is good to know before one joins an event, as far as its organizer says: null, and no language, where they say nothing.
 * And whether a member's face may be shown on the pages of events that they have joined.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table events
    add column effort text check (effort in ('light', 'medium', 'hard')),
    add column children_welcome boolean,
    add column step_free boolean,
    add column languages text[] not null default '{}',
    add column provided text`,
  sql`alter table members add column shows_face boolean not null default false`,
];
