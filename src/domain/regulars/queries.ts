import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { spotsForNewcomer } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import { parseRRule } from "../recurrence/recurrence.ts";
import { daysInWords } from "../recurrence/rules.ts";
import { isAtAsRegular } from "../registrations/people.ts";
import { mayOrganize } from "../rights/queries.ts";
import { type Right, rightFor } from "../rights/rules.ts";
import { oneLine } from "../rules.ts";
import { isId, shape } from "../shapes.ts";
import { countDates } from "./joining.ts";
import { datesBefore } from "./rules.ts";
import { OwnRegular, Regulars, type RegularsFilter } from "./shapes.ts";

/**
 * Says whether the caller comes to each date of a series, and whether they are offered that.
 * @throws Failure sign_in_required, not_found
 */
export async function getOwnRegular(ctx: Context, seriesId: string): Promise<OwnRegular> {
  const { id: memberId } = requireMember(ctx);
  const series = await findSeries(ctx, seriesId);
  const regular = await ctx.db
    .selectFrom("regulars")
    .selectAll()
    .where("series_id", "=", series.id)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  const skips = regular
    ? await ctx.db.selectFrom("regular_skips").where("regular_id", "=", regular.id).select("event_id").execute()
    : [];
  const mayBecome =
    !regular && series.ended_at === null && (await countDates(ctx.db, series.id, memberId)) >= datesBefore;
  const away = await ctx.db
    .selectFrom("regular_offers_put_away")
    .where("series_id", "=", series.id)
    .where("member_id", "=", memberId)
    .select("series_id")
    .executeTakeFirst();
  const rule = parseRRule(series.rule, series.anchor);
  return shape(OwnRegular, {
    days: rule === null ? "" : daysInWords(rule, series.anchor),
    isRegular: regular !== undefined,
    mayBecome,
    isOffered: mayBecome && !away,
    regular: regular
      ? {
          since: regular.since.toISOString(),
          pausedFrom: regular.paused_from,
          pausedUntil: regular.paused_until,
          skipped: skips.map(({ event_id }) => event_id),
        }
      : null,
  });
}

/**
 * Lists the regulars of a series in the order of becoming one, with the figures of one of its dates, for its
 * organizers.
 * @throws Failure sign_in_required, not_found (no such series, or no such date of it), not_yours
 */
export async function listRegulars(ctx: Context, seriesId: string, { eventId }: RegularsFilter): Promise<Regulars> {
  const series = await requireSeriesRight(ctx, seriesId, rightFor.listRegulars);
  const date = await ctx.db
    .selectFrom("events")
    .where("series_id", "=", series.id)
    .$if(eventId !== undefined, (query) => query.where("id", "=", eventId ?? ""))
    .$if(eventId === undefined, (query) => query.where("event_end", ">=", ctx.now).where("cancelled_at", "is", null))
    .select(["id", "event_date", "capacity", "taken", "held", "waitlisted", "passed"])
    .orderBy("event_date")
    .limit(1)
    .executeTakeFirst();
  if (eventId !== undefined && !date) throw new Failure("not_found");
  const rows = await ctx.db
    .selectFrom("regulars")
    .leftJoin("members", "members.id", "regulars.member_id")
    .where("series_id", "=", series.id)
    .select(["regulars.id", "member_id", "regulars.name", "members.name as member", "phone", "since"])
    .select(["paused_from", "paused_until"])
    .select(
      sql<boolean>`coalesce(not ${isAtAsRegular(date?.id ?? null)} and exists (
      select from regular_skips where regular_id = regulars.id and event_id = ${date?.id ?? null}::uuid), false)`.as(
        "skips",
      ),
    )
    .orderBy("regulars.seq")
    .execute();
  return shape(Regulars, {
    date: date
      ? {
          eventId: date.id,
          eventDate: date.event_date.toISOString(),
          skipping: rows.filter(({ skips }) => skips).length,
          open: spotsForNewcomer(date),
        }
      : null,
    regulars: rows.map((row) => ({
      _id: row.id,
      memberId: row.member_id,
      userName: oneLine(row.member ?? row.name ?? ""),
      phone: row.phone,
      since: row.since.toISOString(),
      pausedFrom: row.paused_from,
      pausedUntil: row.paused_until,
      isSkipping: row.skips,
    })),
  });
}

/** Returns a series at which the caller has a right. @throws Failure sign_in_required, not_found, not_yours */
export async function requireSeriesRight(ctx: Context, seriesId: string, right: Right) {
  requireMember(ctx);
  const series = await findSeries(ctx, seriesId);
  if (!(await mayOrganize(ctx.db, ctx, series, right))) throw new Failure("not_yours");
  return series;
}

/** @throws Failure not_found, also for an invalid id */
async function findSeries({ db }: Pick<Context, "db">, id: string) {
  const series = isId(id)
    ? await db
        .selectFrom("series")
        .where("id", "=", id)
        .select(["id", "organizer_id", "owner_community_id", "ended_at", "rule", "anchor"])
        .executeTakeFirst()
    : undefined;
  if (!series) throw new Failure("not_found");
  return series;
}

/** All data about the series to which a member comes each time. */
export async function regularDataOf(db: Kysely<Schema>, memberId: string) {
  const rows = await db
    .selectFrom("regulars")
    .innerJoin("series", "series.id", "series_id")
    .where("member_id", "=", memberId)
    .select(["regulars.id", "series_id", "title", "since", "paused_from", "paused_until"])
    .orderBy("since")
    .execute();
  const skips = await db
    .selectFrom("regular_skips")
    .innerJoin("regulars", "regulars.id", "regular_id")
    .where("member_id", "=", memberId)
    .select(["regular_id", "event_id"])
    .execute();
  const away = await db
    .selectFrom("regular_offers_put_away")
    .where("member_id", "=", memberId)
    .select("series_id")
    .execute();
  return {
    regular: rows.map((row) => ({
      seriesId: row.series_id,
      title: oneLine(row.title),
      since: row.since.toISOString(),
      pausedFrom: row.paused_from,
      pausedUntil: row.paused_until,
      skipped: skips.filter(({ regular_id }) => regular_id === row.id).map(({ event_id }) => event_id),
    })),
    regularOffersPutAway: away.map(({ series_id }) => series_id),
  };
}
