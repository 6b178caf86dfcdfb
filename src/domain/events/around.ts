import { type RawBuilder, sql } from "kysely";
import { chordOf, sphereOf, spherePointOf } from "#db/sphere.ts";
import type { Point } from "../towns/rules.ts";

const hour = 3_600_000;
/** The index counts hours from here on. */
const start = Date.parse("2000-01-01T00:00Z");
const hoursOf = (moment: Date) => (moment.getTime() - start) / hour;
/** More hours than there will be, and what rounding may take away of them. */
const [ever, some] = [1e9, 0.01];

/**
 * Whether a listed event is within so many kilometers of a point, found by place and time at once: migration 031 has an index on both,
 * of events that are neither canceled nor drafts, for which a query asks too. `from` and `to` are about when it begins, and only help
 * to find it: a query that wants no others says that besides.
 */
export function isAround(
  center: Point,
  kilometers: number,
  begin: { from?: Date; to?: Date } = {},
): RawBuilder<boolean> {
  const [point, reach] = [spherePointOf(center), chordOf(kilometers)];
  const least = [...point.map((value) => value - reach), begin.from ? hoursOf(begin.from) - some : -ever];
  const most = [...point.map((value) => value + reach), begin.to ? hoursOf(begin.to) + some : ever];
  return sql<boolean>`(
    cube(events.sphere, (extract(epoch from events.event_date - timestamptz '2000-01-01 00:00:00+00') / 3600)::double precision)
      <@ cube(${least}::double precision[], ${most}::double precision[])
    and cube_distance(events.sphere, ${sphereOf(center)}::cube) <= ${reach}::double precision)`;
}
