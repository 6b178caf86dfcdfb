import { sql } from "kysely";
import type { Context } from "../context.ts";
import { decodeCursor, encodeCursor, MomentCursor } from "../cursor.ts";
import { nameOfTownNear } from "./area.ts";
import { fittingIn, isListed } from "./cards.ts";
import { conditions } from "./filtering.ts";
import { sitemapMax } from "./rules.ts";

/** The cursor of the first file, before all events. */
const beginning = encodeCursor(new Date(0).toISOString(), "00000000-0000-0000-0000-000000000000");

/**
 * The sitemap files of all upcoming events, each series at one of its dates. Each file is the cursor at which it
 * begins; there is one file if they all fit.
 * @param most the number of addresses in a file
 */
export async function listSitemapFiles(ctx: Pick<Context, "db" | "now">, most = sitemapMax): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom(
      listed(ctx)
        .select(["event_date", "id"])
        .select(sql<number>`row_number() over (order by event_date, id) - 1`.as("place"))
        .as("listed"),
    )
    .where(sql<boolean>`place > 0 and place % ${most}::int = 0`)
    .select(["event_date", "id"])
    .orderBy("place")
    .execute();
  return [beginning, ...rows.map(({ event_date, id }) => encodeCursor(event_date.toISOString(), id))];
}

/** The upcoming events from a place on, each series once, as the list has them. */
const listed = ({ db, now }: Pick<Context, "db" | "now">, from = sql<boolean>`true`) =>
  db
    .selectFrom(fittingIn(db, byCard, now).where(from).select("events.updated_at").as("fitting"))
    .where(isListed(db, byCard, now));
const byCard = { series: "once" } as const;

/** Tests whether a cursor is that of the first file. */
export const isFirstFile = (cursor: string): boolean => cursor === beginning;

/**
 * The ids and times of the upcoming events in a file, with their last change, for search engines.
 * @throws Failure invalid (an unknown cursor)
 */
export async function listEventAddresses(
  ctx: Context,
  cursor = beginning,
  most = sitemapMax,
): Promise<{ id: string; begin: Date; changed: Date }[]> {
  const [begin, id] = decodeCursor(MomentCursor, cursor) ?? [];
  const rows: { id: string; begin: Date; changed: Date }[] = [];
  for (let from = since(">=", new Date(begin ?? 0), id ?? ""); rows.length < most;) {
    const atOnce = Math.min(readAtOnce, most - rows.length);
    const part = await listed(ctx, from)
      .orderBy("fitting.event_date")
      .orderBy("fitting.id")
      .limit(atOnce)
      .select(["fitting.id", "fitting.event_date as begin", "fitting.updated_at as changed"])
      .execute();
    rows.push(...part);
    const last = part.at(-1);
    if (!last || part.length < atOnce) break;
    from = since(">", last.begin, last.id);
  }
  return rows;
}

/** The number of towns to list, and of the soonest events in which to look for them. */
const [townsMax, townsAmong] = [200, 5000];

/** Towns with upcoming events, by names that find them, those with the most events first. */
export async function listTownsWithEvents(ctx: Pick<Context, "db" | "now">): Promise<string[]> {
  const soonest = ctx.db
    .selectFrom("events")
    .where((eb) => eb.and(conditions(eb, {}, ctx.now)))
    .orderBy("events.event_date")
    .limit(townsAmong)
    .select("events.town_id");
  const towns = await ctx.db
    .selectFrom(soonest.as("soonest"))
    .innerJoin("towns", "towns.id", "soonest.town_id")
    .groupBy(["towns.id", "towns.latitude", "towns.longitude"])
    .orderBy((eb) => eb.fn.countAll(), "desc")
    .orderBy("towns.id")
    .limit(townsMax)
    .select(["towns.latitude as lat", "towns.longitude as lon"])
    .execute();
  const names: string[] = [];
  for (const point of towns) {
    const name = await nameOfTownNear(ctx, point);
    if (name !== null) names.push(name);
  }
  return names;
}

/** The condition that an event comes at or after the first row of a file. */
const since = (operator: ">" | ">=", begin: Date, id: string) =>
  sql<boolean>`(events.event_date, events.id) ${sql.raw(operator)} (${begin}::timestamptz, ${id}::uuid)`;

/** The number of rows read at once, because parsing more of them would delay other requests. */
const readAtOnce = 2000;
