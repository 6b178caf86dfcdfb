import { type RawBuilder, sql } from "kysely";
import { chordOf, sphereOf, spherePointOf } from "#db/sphere.ts";
import type { Point } from "../towns/rules.ts";

const hour = 3_600_000;
/** The index counts hours from here on. */
const start = Date.parse("2000-01-01T00:00Z");
const hoursOf = (moment: Date) => (moment.getTime() - start) / hour;
/** More hours than there will be. */
export const ever = 1e9;
/** What rounding may take away of an hour. */
const some = 0.01;
/** The hour from which on the index is read for what begins at a moment or after it. */
export const earliestHour = (moment: Date): number => hoursOf(moment) - some;

/** Where and when an event is at once, as migration 031 has it in an index: a place as kilometers from the Earth's center, and an hour as a kilometer. */
export const placeAndHour = sql`cube(events.sphere,
  (extract(epoch from events.event_date - timestamptz '2000-01-01 00:00:00+00') / 3600)::double precision)`;

/**
 * Whether a listed event is within so many kilometers of a point, found by place and time at once: migration 031 has an index on both,
 * of events that are neither canceled nor drafts, for which a query asks too. `from` and `to` are about when it begins, and only help
 * to find it: a query that wants no others says that besides.
 */
export function isAround(center: Point, kilometers: number, begin: Begin = {}): RawBuilder<boolean> {
  const { least, most, reach } = boundsOf(center, kilometers, begin);
  return sql<boolean>`(
    ${placeAndHour} <@ cube(${least}::double precision[], ${most}::double precision[])
    and cube_distance(events.sphere, ${sphereOf(center)}::cube) <= ${reach}::double precision)`;
}

type Begin = { from?: Date; to?: Date };

/** What is within so many kilometers of a point and begins in time is between these, and no farther through the ground than `reach`. */
function boundsOf(center: Point, kilometers: number, { from, to }: Begin) {
  const [point, reach] = [spherePointOf(center), chordOf(kilometers)];
  const least = [...point.map((value) => value - reach), from ? earliestHour(from) : -ever];
  const most = [...point.map((value) => value + reach), to ? hoursOf(to) + some : ever];
  return { least, most, reach };
}
