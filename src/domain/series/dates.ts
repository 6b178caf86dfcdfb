import { sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { Context } from "../context.ts";
import { spotsForNewcomer } from "../events/rules.ts";
import { getEvent } from "../events/queries.ts";
import type { Event } from "../events/shapes.ts";
import { Failure } from "../failure.ts";
import { listDaysLeftOut } from "./queries.ts";
import { type ComingDate, datesMax, linesOf, type PageDates, shownDates, withRoom } from "./rules.ts";
import { datesInWords } from "./words.ts";

const comingRows = prepared((db) =>
  db
    .selectFrom("events")
    .where("series_id", "=", "id")
    .where("event_end", ">=", new Date(0))
    .where(sql<boolean>`not is_draft`)
    .select(["id", "event_date", "time_zone", "cancelled_at", "capacity", "taken", "waitlisted", "held", "passed"])
    .orderBy("event_date")
    .orderBy("id")
    .limit(sql.lit(datesMax)),
);

/** The public dates of a series that are not over, the soonest first, from one statement. */
export async function listComingDates(
  { db, now }: Pick<Context, "db" | "now">,
  seriesId: string,
): Promise<ComingDate[]> {
  const rows = await comingRows(db, seriesId, now);
  return rows.map(({ id, event_date, time_zone, cancelled_at, ...spots }) => ({
    eventId: id,
    eventDate: event_date.toISOString(),
    timeZone: time_zone,
    isCanceled: cancelled_at !== null,
    left: spotsForNewcomer(spots),
  }));
}

/** The dates that the page of an event shows; null, without a statement, for an event that happens once. */
export async function findPageDates(
  ctx: Pick<Context, "db" | "now">,
  { _id, eventDate, series }: Pick<Event, "_id" | "eventDate" | "series">,
): Promise<PageDates | null> {
  if (!series) return null;
  const dates = await listComingDates(ctx, series.id);
  const open = dates.filter(({ eventId, isCanceled }) => eventId !== _id && !isCanceled);
  const later = open.filter((date) => date.eventDate > eventDate);
  const nearest = [...later, ...open];
  return {
    ...shownDates(dates, _id),
    seriesId: series.id,
    repeats: datesInWords(series, "endless"),
    next: nearest.find(withRoom) ?? nearest[0] ?? null,
  };
}

/**
 * All coming dates of the series of an event, for a page.
 * @throws Failure as `getEvent`; not_found, if the event happens once
 */
export async function getAllDates(ctx: Context, eventId: string) {
  const { _id, title, series } = await getEvent(ctx, eventId);
  if (!series) throw new Failure("not_found");
  const [dates, leftOut] = await Promise.all([listComingDates(ctx, series.id), listDaysLeftOut(ctx, series.id)]);
  return { eventId: _id, title, repeats: datesInWords(series, "with its end"), lines: linesOf(dates, leftOut) };
}
