import { type RawBuilder, sql } from "kysely";
import { chordOf, sphereOf, spherePointOf } from "#db/sphere.ts";
import type { Point } from "../towns/rules.ts";

const hour = 3_600_000;
/** The index counts hours from this moment. */
const start = Date.parse("2000-01-01T00:00Z");
const hoursOf = (moment: Date) => (moment.getTime() - start) / hour;
/** An hour after every event. */
export const ever = 1e9;
/** The part of an hour that rounding may lose. */
const some = 0.01;
/** The hour from which the index is read for events that begin at a moment or later. */
export const earliestHour = (moment: Date): number => hoursOf(moment) - some;

/**
 * The place and time of an event in one value, as the index of migration 031 has it: kilometers from the Earth's
 * center, and an hour as a kilometer.
 */
export const placeAndHour = sql`cube(events.sphere,
  (extract(epoch from events.event_date - timestamptz '2000-01-01 00:00:00+00') / 3600)::double precision)`;

/** The order by hour, in which that index can be read. */
export const byHour = sql`${placeAndHour} ~> 7`;

/**
 * Tests whether an event is in the box around the circle of `isAround`. The planner expects so many matches that it
 * reads the index in order.
 */
export function isInBoxAround(center: Point, kilometers: number, begin: Begin = {}): RawBuilder<boolean> {
  const { least, most } = boundsOf(center, kilometers, begin);
  return sql<boolean>`${placeAndHour} && cube(${least}::double precision[], ${most}::double precision[])`;
}

/**
 * Tests whether a listed event is within so many kilometers of a point. Migration 031 has an index on place and time
 * together, for events that are neither canceled nor drafts; a query must ask for both conditions too. `from` and `to`
 * limit when the event begins, and only help the index: a query must also state them itself.
 */
export function isAround(center: Point, kilometers: number, begin: Begin = {}): RawBuilder<boolean> {
  const { least, most, reach } = boundsOf(center, kilometers, begin);
  return sql<boolean>`(
    ${placeAndHour} <@ cube(${least}::double precision[], ${most}::double precision[])
    and cube_distance(events.sphere, ${sphereOf(center)}::cube) <= ${reach}::double precision)`;
}

type Begin = { from?: Date; to?: Date };

/**
 * The bounds of place and time around a center; everything within so many kilometers is at most `reach` away, straight
 * through the ground.
 */
function boundsOf(center: Point, kilometers: number, { from, to }: Begin) {
  const [point, reach] = [spherePointOf(center), chordOf(kilometers)];
  const least = [...point.map((value) => value - reach), from ? earliestHour(from) : -ever];
  const most = [...point.map((value) => value + reach), to ? hoursOf(to) + some : ever];
  return { least, most, reach };
}
