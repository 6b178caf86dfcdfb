import type { Context } from "../context.ts";
import { oneLine } from "../rules.ts";
import { shape } from "../shapes.ts";
import { spanOfRow } from "../time-zones/rules.ts";
import { locate } from "./area.ts";
import { type Asked, conditions } from "./filtering.ts";
import { pinsMax, spotsForNewcomer } from "./rules.ts";
import { EventPins, EventType, flatSpan } from "./shapes.ts";

/**
 * Finds the soonest thousand matching events with a point, for a map, and reports whether there are more.
 * @throws Failure invalid (near)
 */
export async function listPins({ db, now }: Pick<Context, "db" | "now">, asked: Asked): Promise<EventPins> {
  const filter = await locate({ db }, asked);
  const rows = await db
    .selectFrom("events")
    .select(["id", "title", "event_type", "location", "event_date", "event_end", "time_zone", "latitude", "longitude"])
    .select(["taken", "waitlisted", "held", "passed", "capacity"])
    .where((eb) => eb.and(conditions(eb, filter, now)))
    .where("latitude", "is not", null)
    .orderBy("event_date")
    .orderBy("id")
    .limit(pinsMax + 1)
    .execute();
  const pins = rows.slice(0, pinsMax).map((row) => ({
    _id: row.id,
    title: oneLine(row.title),
    eventType: EventType.parse(row.event_type),
    location: row.location,
    ...flatSpan(spanOfRow(row)),
    lat: row.latitude ?? 0,
    lon: row.longitude ?? 0,
    left: spotsForNewcomer(row),
  }));
  return shape(EventPins, { pins, isMore: rows.length > pinsMax });
}
