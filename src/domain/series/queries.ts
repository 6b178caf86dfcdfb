import { sql } from "kysely";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { standingsAtDates } from "../registrations/at-dates.ts";
import { stateOf } from "../registrations/shapes.ts";
import { mayOrganize } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { oneLine } from "../rules.ts";
import { isId, shape } from "../shapes.ts";
import { datesMax } from "./rules.ts";
import { OwnDates, Series } from "./shapes.ts";

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
  const leftOut = await listDaysLeftOut(ctx, id);
  return shape(Series, {
    _id: series.id,
    rule: series.rule,
    anchor: series.anchor,
    timeZone: series.time_zone,
    minutes: series.minutes,
    isOver: series.ended_at !== null,
    leftOut,
    dates: dates.map((row) => ({
      eventId: row.id,
      start: row.series_start ?? "",
      eventDate: row.event_date.toISOString(),
      eventEnd: row.event_end.toISOString(),
      timeZone: row.time_zone,
      isCanceled: row.cancelled_at !== null,
      capacity: row.capacity,
      participant: row.taken,
      waitlisted: row.waitlisted,
      held: row.held,
      passed: row.passed,
    })),
  });
}

/** The coming days on which a series does not take place, in their order. */
export async function listDaysLeftOut({ db, now }: Pick<Context, "db" | "now">, seriesId: string): Promise<string[]> {
  const days = await db
    .selectFrom("series_days_left_out")
    .where("series_id", "=", seriesId)
    .where("day", ">=", sql<string>`${now.toISOString().slice(0, 10)}`)
    .select("day")
    .orderBy("day")
    .execute();
  return days.map(({ day }) => day);
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

/**
 * Returns the calling member's registrations at the coming dates of a series, and for dates that they have not joined
 * the first event at the same time that they have.
 * @throws Failure sign_in_required, not_found (no such series, or none of its dates is public)
 */
export async function listOwnDates({ db, now, ...ctx }: Context, id: string): Promise<OwnDates> {
  const { id: memberId } = requireMember(ctx);
  if (!isId(id)) throw new Failure("not_found");
  const rows = await standingsAtDates({ db, now }, id, { memberId, limit: datesMax });
  if (rows.length === 0 && !(await isPublic(db, id))) throw new Failure("not_found");
  const dates = rows.flatMap(({ id: eventId, status, other, title, event_date, event_end }) => {
    const state = status && stateOf(status);
    const span = { eventDate: event_date?.toISOString(), eventEnd: event_end?.toISOString() };
    const meanwhile = other === null ? null : { eventId: other, title: oneLine(title), ...span };
    return state || meanwhile ? [{ eventId, state, meanwhile }] : [];
  });
  return shape(OwnDates, { dates });
}

/** True if a series has a date that everybody may see, also one that is over. */
async function isPublic(db: Context["db"], seriesId: string): Promise<boolean> {
  const dates = db.selectFrom("events").where("series_id", "=", seriesId).where("is_draft", "=", false);
  return (await dates.select("id").limit(1).executeTakeFirst()) !== undefined;
}
