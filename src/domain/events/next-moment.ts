import { sql } from "kysely";
import type { Context } from "../context.ts";

/**
 * The next moment at which a public event begins or ends, and so changes by itself for every reader. Null if none is
 * left.
 */
export async function nextMoment({ db, now }: Pick<Context, "db" | "now">): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    select least(
      (select min(event_date) from events where event_date >= ${now} and cancelled_at is null and not is_draft),
      (select min(event_end) from events where event_end >= ${now} and cancelled_at is null and not is_draft)
    ) as next`.execute(db);
  return rows[0]?.next ?? null;
}
