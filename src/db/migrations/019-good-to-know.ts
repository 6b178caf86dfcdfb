import { sql, type Kysely } from "kysely";

/**
 * The organizer's answers about what is good to know before joining: null, and without languages, if not given. Also
 * whether a member's face may be shown on the pages of events that they have joined.
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
