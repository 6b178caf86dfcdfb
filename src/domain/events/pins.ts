import type { Context } from "../context.ts";
import { oneLine } from "../rules.ts";
import { shape } from "../shapes.ts";
import { spanOfRow } from "../time-zones/rules.ts";
import { locate } from "./area.ts";
import { fittingIn, isListed } from "./cards.ts";
import type { Asked } from "./filtering.ts";
import { pinsMax, spotsForNewcomer } from "./rules.ts";
import { EventPins, EventType, flatSpan } from "./shapes.ts";

/**
 * Finds the soonest thousand matching events with a point, for a map, and reports whether there are more. A series has
 * one pin, at the date that the list shows.
 * @throws Failure invalid (near)
 */
export async function listPins({ db, now }: Pick<Context, "db" | "now">, asked: Asked): Promise<EventPins> {
  const filter = { ...(await locate({ db }, asked)), series: "once" } as const;
  const found = fittingIn(db, filter, now).where("events.latitude", "is not", null);
  const shown = db
    .selectFrom(found.as("fitting"))
    .select("fitting.id")
    .where(isListed(db, filter, now))
    .orderBy("fitting.event_date")
    .orderBy("fitting.id")
    .limit(pinsMax + 1);
  const rows = await db
    .selectFrom("events")
    .where("events.id", "in", shown)
    .select(["id", "title", "event_type", "location", "event_date", "event_end", "time_zone", "latitude", "longitude"])
    .select(["taken", "waitlisted", "held", "passed", "capacity"])
    .orderBy("event_date")
    .orderBy("id")
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
