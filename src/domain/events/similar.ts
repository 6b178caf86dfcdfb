import { type Kysely, sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { Schema } from "#db/schema.server.ts";
import { sphereOf } from "#db/sphere.ts";
import type { Context } from "../context.ts";
import { oneLine } from "../rules.ts";
import { shape } from "../shapes.ts";
import { boundsOf, placeAndHour } from "./around.ts";
import { conditions, type Wanted } from "./filtering.ts";
import { similarAmong, similarCount, similarWithin } from "./rules.ts";
import { type Event, EventToCome, EventType } from "./shapes.ts";

/**
 * Where else somebody can go who looks at an event: three that have not begun, of its own type first, and of these the soonest. Around it,
 * as far as it has a point, among the soonest hundred; for an event that can no longer be joined (`isOver`) they are looked for everywhere
 * where that is not enough.
 */
export async function listSimilar(ctx: Context, event: Event, isOver: boolean): Promise<EventToCome[]> {
  const found = await listNearby(ctx, event);
  for (const wanted of isOver ? [{ category: [event.eventType] }, {}] : []) {
    if (found.length >= similarCount) break;
    found.push(...(await soonest(ctx, wanted, [event._id, ...found.map(({ _id }) => _id)])));
  }
  return found.slice(0, similarCount);
}

async function listNearby({ db, now }: Context, { _id, eventType, point }: Event): Promise<EventToCome[]> {
  if (!point) return [];
  const { least, most, reach } = boundsOf(point, similarWithin, { from: now });
  return (await nearby(db, least, most, sphereOf(point), reach, _id, now, eventType)).map(toCome);
}

/** In the order of an index, which has them by time within a place: of a large town only these hundred are read. */
const nearby = prepared((db) =>
  db
    .selectFrom(
      listed(db)
        .where(sql<boolean>`${placeAndHour} <@ cube(${"least"}::double precision[], ${"most"}::double precision[])`)
        .where(sql<boolean>`cube_distance(events.sphere, ${"point"}::cube) <= ${"reach"}::double precision`)
        .where("id", "<>", sql<string>`${"id"}::uuid`)
        // The lower bound of its hour.
        .orderBy(sql`${placeAndHour} ~> 7`)
        .limit(sql.lit(similarAmong))
        .as("around"),
    )
    .selectAll()
    .where("event_date", ">", sql<Date>`${"now"}::timestamptz`)
    .orderBy(sql`event_type <> ${"type"}::text`)
    .orderBy("event_date")
    .orderBy("id")
    .limit(sql.lit(similarCount)),
);

async function soonest({ db, now }: Context, wanted: Wanted, without: string[]): Promise<EventToCome[]> {
  const rows = await listed(db)
    .where((eb) => eb.and(conditions(eb, wanted, now)))
    .where("event_date", ">", now)
    .where("id", "not in", without)
    .orderBy("event_date")
    .orderBy("id")
    .limit(similarCount)
    .execute();
  return rows.map(toCome);
}

const listed = (db: Kysely<Schema>) =>
  db
    .selectFrom("events")
    .where("cancelled_at", "is", null)
    .where("is_draft", "=", sql.lit(false))
    .select([
      "id",
      "title",
      "event_type",
      "thumbnail_url",
      "event_date",
      "event_end",
      "time_zone",
      "location",
      "taken",
      "waitlisted",
      "held",
      "passed",
      "capacity",
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof listed>["executeTakeFirstOrThrow"]>>;

const toCome = (row: Row): EventToCome =>
  shape(EventToCome, {
    _id: row.id,
    title: oneLine(row.title),
    eventType: EventType.parse(row.event_type),
    thumbnailUrl: row.thumbnail_url,
    eventDate: row.event_date.toISOString(),
    eventEnd: row.event_end.toISOString(),
    timeZone: row.time_zone,
    location: row.location,
    participant: row.taken,
    waiting: row.waitlisted,
    held: row.held,
    passed: row.passed,
    capacity: row.capacity,
  });
