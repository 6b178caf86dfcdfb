import { sql, type Kysely } from "kysely";

/**
 * Indexes for lists filtered by what is good to know: if hardly any event matches, a million would be read to find it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create index events_listed_by_effort on events (effort, event_date, id, event_end)
    where effort is not null and cancelled_at is null and not is_draft`,
  sql`create index events_listed_for_children on events (event_date, id, event_end)
    where children_welcome and cancelled_at is null and not is_draft`,
  sql`create index events_listed_step_free on events (event_date, id, event_end)
    where step_free and cancelled_at is null and not is_draft`,
  sql`create index events_listed_by_language on events using gin (languages) where cancelled_at is null and not is_draft`,
];
