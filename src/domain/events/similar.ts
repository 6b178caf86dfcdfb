import { type Kysely, sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { Schema } from "#db/schema.server.ts";
import { chordOf } from "#db/sphere.ts";
import type { Context } from "../context.ts";
import { oneLine } from "../rules.ts";
import { isId, shape } from "../shapes.ts";
import { spanOfRow } from "../time-zones/rules.ts";
import { earliestHour, ever, placeAndHour } from "./around.ts";
import { conditions, hasRoom, type Wanted } from "./filtering.ts";
import { pointOf } from "./rows.ts";
import { insteadWithin, isFull, similarAmong, similarCount, similarWithin, spotsOf } from "./rules.ts";
import { type Event, EventToCome, EventType, flatSpan, flatSpots } from "./shapes.ts";

/**
 * Three events near another one that have not begun, for readers of its page. It takes the soonest hundred around it,
 * and of these first the ones with room, then those of its own type, then the soonest. None if it has no point or does
 * not exist. It needs only the id, so that it can run together with the query for the event.
 */
export async function listNearby({ db, now }: Context, eventId: string): Promise<EventToCome[]> {
  if (!isId(eventId)) return [];
  return inOrder((await nearby(db, earliestHour(now), eventId, now)).map(toCome));
}

/** Sorts by beginning, with full events last; in a list of three, readers would not notice any other order. */
const inOrder = (found: EventToCome[]) =>
  found.toSorted(
    (one, other) =>
      Number(isFull(spotsOf(one))) - Number(isFull(spotsOf(other))) ||
      Date.parse(one.eventDate) - Date.parse(other.eventDate),
  );

/**
 * Fills up the list (`found`) for an event that can no longer be joined: with others of its type within a day's travel,
 * then any others. If the event or the others have no point, the same time zone counts as close enough.
 */
export async function listInstead(ctx: Context, event: Event, found: EventToCome[]): Promise<EventToCome[]> {
  const all = [...found];
  for (const wanted of [{ category: [event.eventType] }, {}]) {
    if (all.length >= similarCount) break;
    all.push(...(await soonest(ctx, wanted, event._id, [event._id, ...all.map(({ _id }) => _id)])));
  }
  return inOrder(all.slice(0, similarCount));
}

const reach = sql.lit(chordOf(similarWithin));

/** In the order of an index by time within a place: of a large town, only these hundred are read. */
const nearby = prepared((db) =>
  db
    .selectFrom(around(db).as("around"))
    .orderBy(sql`not ${hasRoom("around")}`)
    .orderBy(sql`around.event_type <> around.own_type`)
    .orderBy("around.event_date")
    .orderBy("around.id")
    .limit(sql.lit(similarCount))
    .selectAll("around"),
);

/** The soonest around an event, each series once: at its next date with room, or else the next one. */
const around = (db: Kysely<Schema>) =>
  db
    .selectFrom("events as own")
    .innerJoinLateral(
      listed(db)
        .where(
          sql<boolean>`${placeAndHour} <@ cube(cube_enlarge(own.sphere, ${reach}, 3), ${"earliest"}::double precision, ${sql.lit(ever)})`,
        )
        .where(sql<boolean>`cube_distance(events.sphere, own.sphere) <= ${reach}`)
        .where(sql<boolean>`events.id <> own.id`)
        // The page shows the other dates of its own series.
        .where(sql<boolean>`(events.series_id is null or events.series_id is distinct from own.series_id)`)
        // The lower bound of the event's hour.
        .orderBy(sql`${placeAndHour} ~> 7`)
        .limit(sql.lit(similarAmong))
        .as("around"),
      (join) => join.onTrue(),
    )
    .where("own.id", "=", sql<string>`${"id"}::uuid`)
    .where("around.event_date", ">", sql<Date>`${"now"}::timestamptz`)
    .distinctOn(sql`coalesce(around.series_id, around.id)`)
    .orderBy(sql`coalesce(around.series_id, around.id)`)
    .orderBy(sql`not ${hasRoom("around")}`)
    .orderBy("around.event_date")
    .selectAll("around")
    .select("own.event_type as own_type");

/** Searches among the soonest hundred, so that it does not read on if none of many events is near. */
async function soonest({ db, now }: Context, wanted: Wanted, eventId: string, without: string[]) {
  const ahead = db
    .selectFrom("events as own")
    .innerJoin(
      listed(db)
        .where((eb) => eb.and(conditions(eb, wanted, now)))
        .where("event_date", ">", now)
        .where("id", "not in", without)
        .where(isOfOther(without))
        .orderBy("event_date")
        .orderBy("id")
        .limit(similarAmong)
        .as("ahead"),
      (join) => join.onTrue(),
    )
    .where("own.id", "=", eventId)
    .where(
      sql<boolean>`coalesce(cube_distance(ahead.sphere, own.sphere) <= ${chordOf(insteadWithin)}::double precision, ahead.time_zone = own.time_zone)`,
    )
    .distinctOn(sql`coalesce(ahead.series_id, ahead.id)`)
    .orderBy(sql`coalesce(ahead.series_id, ahead.id)`)
    .orderBy("ahead.event_date")
    .selectAll("ahead");
  const rows = await db
    .selectFrom(ahead.as("ahead"))
    .orderBy("ahead.event_date")
    .orderBy("ahead.id")
    .limit(similarCount)
    .selectAll("ahead")
    .execute();
  return rows.map(toCome);
}

/** The condition that an event is in the series of none of these. */
const isOfOther = (ids: string[]) =>
  sql<boolean>`not exists (select from events other where other.id = any(${ids}::uuid[]) and other.series_id = events.series_id)`;

const listed = (db: Kysely<Schema>) =>
  db
    .selectFrom("events")
    .where("cancelled_at", "is", null)
    .where("is_draft", "=", sql.lit(false))
    .select([
      "id",
      "series_id",
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
      "latitude",
      "longitude",
      "is_exact",
      "sphere",
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof listed>["executeTakeFirstOrThrow"]>>;

const toCome = (row: Row): EventToCome =>
  shape(EventToCome, {
    _id: row.id,
    title: oneLine(row.title),
    eventType: EventType.parse(row.event_type),
    thumbnailUrl: row.thumbnail_url,
    ...flatSpan(spanOfRow(row)),
    location: row.location,
    ...flatSpots(row),
    point: pointOf(row),
    isExact: row.is_exact,
  });
