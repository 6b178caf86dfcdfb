import { sql } from "kysely";
import { sphereOf } from "#db/sphere.ts";
import type { Context } from "../context.ts";
import { decodeCursor, DistanceCursor, encodeCursor, paginate } from "../cursor.ts";
import type { Page } from "../shapes.ts";
import type { Area, Located } from "./area.ts";
import { countEvents } from "./counting.ts";
import { type AskedPage, conditions } from "./filtering.ts";
import { toEvent, withOrganizer } from "./rows.ts";
import type { Event } from "./shapes.ts";

/**
 * A page of the events around a place, the nearest first; of those that are equally far, as those without a pin in one town are, the
 * soonest. Every event is on exactly one page.
 * @throws Failure invalid (cursor)
 */
export async function listNearest(
  ctx: Context,
  filter: Located<AskedPage> & { area: Area },
): Promise<Required<Page<Event>>> {
  const after = decodeCursor(DistanceCursor, filter.cursor);
  // Straight through the ground: the order is the same as over it.
  const away = sql<number>`cube_distance(events.sphere, ${sphereOf(filter.area.point)}::cube)`;
  const beyond =
    after &&
    sql<boolean>`(${away}, events.event_date, events.id)
    > (${after[0]}::double precision, ${new Date(after[1])}::timestamptz, ${after[2]}::uuid)`;
  const matching = ctx.db.selectFrom("events").where((eb) => eb.and(conditions(eb, filter, ctx.now)));
  const page = (beyond ? matching.where(beyond) : matching)
    .select(["events.id", away.as("away")])
    .orderBy(away)
    .orderBy("events.event_date")
    .orderBy("events.id")
    .limit(filter.limit + 1);
  const [rows, counted] = await Promise.all([
    withOrganizer(ctx.db)
      .innerJoin(page.as("page"), "page.id", "events.id")
      .select("page.away")
      .orderBy("page.away")
      .orderBy("events.event_date")
      .orderBy("events.id")
      .execute(),
    countEvents(ctx, filter),
  ]);
  const { shown, next } = paginate(rows, filter.limit, (last) =>
    encodeCursor(String(last.away), last.event_date.toISOString(), last.id),
  );
  return { rows: shown.map(toEvent), ...counted, next };
}
