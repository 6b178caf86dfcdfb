import type { Kysely, Selectable } from "kysely";
import type { Database, Schema } from "#db/schema.server.ts";
import { sphereOf } from "#db/sphere.ts";
import { townOf } from "../towns/placing.ts";
import type { Point } from "../towns/rules.ts";

/** The columns for the point of an event. */
export type PointColumns = Pick<
  Selectable<Schema["events"]>,
  "latitude" | "longitude" | "is_exact" | "town_id" | "sphere"
>;

/** The columns of an unknown point. */
export const nowhere: PointColumns = { latitude: null, longitude: null, is_exact: false, town_id: null, sphere: null };

/** The columns of a point, which is exact or a town's middle. */
export const columnsAt = (point: Point, townId: number | null, isExact: boolean): PointColumns => ({
  latitude: point.lat,
  longitude: point.lon,
  is_exact: isExact,
  town_id: townId,
  sphere: sphereOf(point),
});

/** The words that may tell an event's place. */
type InWords = { location: string; time_zone: string; event_date: Date };

/** The columns of the town that the location names without doubt, or of an unknown point. */
export async function columnsByWords(db: Kysely<Schema>, event: InWords): Promise<PointColumns> {
  const town = await townOf(db, { location: event.location, timeZone: event.time_zone, at: event.event_date });
  return town ? columnsAt({ lat: town.latitude, lon: town.longitude }, town.id, false) : nowhere;
}

/** The number of events in one batch. */
const atOnce = 200;

/**
 * Places each event without a point in the town that its location names without doubt. An event that changes meanwhile
 * keeps its new values.
 * @returns the number of placed events
 * @throws Error when `stop` is aborted; events placed so far stay placed
 */
export async function placeEvents(db: Database, stop?: AbortSignal): Promise<number> {
  let [placed, after] = [0, "00000000-0000-0000-0000-000000000000"];
  for (;;) {
    stop?.throwIfAborted();
    const events = await db
      .selectFrom("events")
      .select(["id", "location", "time_zone", "event_date"])
      .where("id", ">", after)
      .where("latitude", "is", null)
      .orderBy("id")
      .limit(atOnce)
      .execute();
    const last = events.at(-1);
    if (!last) return placed;
    after = last.id;
    for (const event of events) {
      const columns = await columnsByWords(db, event);
      if (columns.town_id !== null && (await put(db, event, columns))) placed++;
    }
  }
}

/** @returns false if the event has another location by now, or a point */
async function put(db: Database, { id, location }: { id: string; location: string }, columns: PointColumns) {
  const { numUpdatedRows } = await db
    .updateTable("events")
    .set(columns)
    .where("id", "=", id)
    .where("location", "=", location)
    .where("latitude", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
