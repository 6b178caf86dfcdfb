import { sql, type Kysely } from "kysely";

/** The number of rows updated in one statement. */
const atOnce = 2000;

/**
 * The first and the last day of an event, in its own time zone. The server computes them, because the database may not
 * know the zone, and one such event would break the list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column first_day text, add column last_day text`.execute(db);
  const { rows } = await sql<Row>`select id, event_date, event_end, time_zone from events`.execute(db);
  const days = rows.map((row) => ({
    id: row.id,
    first: dayIn(row.time_zone, row.event_date),
    last: dayIn(row.time_zone, new Date(Math.max(row.event_date.getTime(), row.event_end.getTime() - 1))),
  }));
  for (let start = 0; start < days.length; start += atOnce) {
    await sql`update events set first_day = day.first, last_day = day.last
      from jsonb_to_recordset(${JSON.stringify(days.slice(start, start + atOnce))}::jsonb) as day (id uuid, first text, last text)
      where events.id = day.id`.execute(db);
  }
  await sql`alter table events alter column first_day set not null, alter column last_day set not null,
    add check (first_day ~ '^\\d{4}-\\d\\d-\\d\\d$' and last_day ~ '^\\d{4}-\\d\\d-\\d\\d$' and last_day >= first_day)`.execute(
    db,
  );
}

type Row = { id: string; event_date: Date; event_end: Date; time_zone: string };

/** The day that calendars show in a zone at a moment, such as '2026-11-28'. */
const dayIn = (timeZone: string, moment: Date) =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(moment);
