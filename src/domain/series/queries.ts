import { sql } from "kysely";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { mayOrganize } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { isId, shape } from "../shapes.ts";
import { datesMax } from "./rules.ts";
import { Series } from "./shapes.ts";

/**
 * Returns a series with its dates that are not over, the soonest first. Drafts and hidden dates are for those who may
 * see them.
 * @throws Failure not_found, also for an invalid id, and if the caller may see none of its dates
 */
export async function getSeries(ctx: Context, id: string): Promise<Series> {
  const series = isId(id)
    ? await ctx.db.selectFrom("series").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!series) throw new Failure("not_found");
  const isOwn = await mayOrganize(ctx.db, ctx, series, rightFor.getEvent);
  const dates = await ctx.db
    .selectFrom("events")
    .where("series_id", "=", id)
    .where("event_end", ">=", ctx.now)
    .$if(!isOwn, (query) => query.where("is_draft", "=", false))
    .select(["id", "series_start", "event_date", "event_end", "time_zone", "cancelled_at"])
    .select(["capacity", "taken", "waitlisted", "held", "passed"])
    .orderBy("event_date")
    .orderBy("id")
    .limit(datesMax)
    .execute();
  const any = dates[0] ?? (await anyDate(ctx, id, isOwn));
  if (!any) throw new Failure("not_found");
  const leftOut = await ctx.db
    .selectFrom("series_days_left_out")
    .where("series_id", "=", id)
    .where("day", ">=", sql<string>`${ctx.now.toISOString().slice(0, 10)}`)
    .select("day")
    .orderBy("day")
    .execute();
  return shape(Series, {
    _id: series.id,
    rule: series.rule,
    anchor: series.anchor,
    timeZone: series.time_zone,
    minutes: series.minutes,
    isOver: series.ended_at !== null,
    leftOut: leftOut.map(({ day }) => day),
    dates: dates.map((row) => ({
      eventId: row.id,
      start: row.series_start ?? "",
      eventDate: row.event_date.toISOString(),
      eventEnd: row.event_end.toISOString(),
      isCanceled: row.cancelled_at !== null,
      capacity: row.capacity,
      participant: row.taken,
      waitlisted: row.waitlisted,
      held: row.held,
      passed: row.passed,
    })),
  });
}

/** Any date of a series that the caller may see, also one that is over. */
const anyDate = ({ db }: Context, seriesId: string, isOwn: boolean) =>
  db
    .selectFrom("events")
    .where("series_id", "=", seriesId)
    .$if(!isOwn, (query) => query.where("is_draft", "=", false))
    .select("id")
    .limit(1)
    .executeTakeFirst();
