import { type Kysely, sql } from "kysely";

/**
 * Keeps lists fast that show each series once: a series' dates in their order, the events that happen once by the time
 * at which they were made, and the series of a listed event beside what lists count by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create index events_of_series_by_date on events (series_id, event_date, id) include (event_end)
    where series_id is not null and cancelled_at is null and not is_draft`,
  sql`create index events_once on events (id) where series_id is null and cancelled_at is null and not is_draft`,

  // An index cannot get another column, so these two are made again.
  sql`drop index events_listed`,
  sql`drop index events_listed_by_type`,
  sql`create index events_listed on events (event_date, id, event_end) include (event_type, first_day, last_day, series_id)
    where cancelled_at is null and not is_draft`,
  sql`create index events_listed_by_type on events (event_type, event_date, id, event_end)
    include (first_day, last_day, series_id) where cancelled_at is null and not is_draft`,
];
