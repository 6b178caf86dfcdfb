import { type RawBuilder, sql } from "kysely";
import { chordOf, earthRadius, sphereOf } from "#db/sphere.ts";
import type { Point } from "./rules.ts";

// Distances in SQL, for every table with a column `sphere`, which is given as `sql.ref("events.sphere")`.

/** Whether something is within so many kilometers of a point: an index on the column finds it. Not so where the column is null. */
export function isWithin(sphere: RawBuilder<unknown>, center: Point, kilometers: number): RawBuilder<boolean> {
  const [middle, reach] = [sql`${sphereOf(center)}::cube`, sql`${chordOf(kilometers)}::double precision`];
  return sql<boolean>`(${sphere} <@ cube_enlarge(${middle}, ${reach}, 3) and cube_distance(${sphere}, ${middle}) <= ${reach})`;
}

/** How many kilometers it is over the ground from a point; null where the column is. */
export function kilometersFrom(sphere: RawBuilder<unknown>, center: Point): RawBuilder<number> {
  const across = sql.lit(2 * earthRadius);
  return sql<number>`(${across} * asin(least(1, cube_distance(${sphere}, ${sphereOf(center)}::cube) / ${across})))`;
}

/** A number by which what is nearest comes first: an index on the column has it in this order. */
export const nearness = (sphere: RawBuilder<unknown>, center: Point): RawBuilder<number> =>
  sql<number>`${sphere} <-> ${sphereOf(center)}::cube`;
