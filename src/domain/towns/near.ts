import { type RawBuilder, sql } from "kysely";
import { chordOf, earthRadius, sphereOf } from "#db/sphere.ts";
import type { Point } from "./rules.ts";

// Distances in SQL, for every table with a `sphere` column, which is passed as `sql.ref("events.sphere")`.

/**
 * True if a row is within a number of kilometers of a point, as an indexed condition for SQL. False if the column is
 * null.
 */
export function isWithin(sphere: RawBuilder<unknown>, center: Point, kilometers: number): RawBuilder<boolean> {
  const [middle, reach] = [sql`${sphereOf(center)}::cube`, sql`${chordOf(kilometers)}::double precision`];
  return sql<boolean>`(${sphere} <@ cube_enlarge(${middle}, ${reach}, 3) and cube_distance(${sphere}, ${middle}) <= ${reach})`;
}

/** The distance from a point over the ground in kilometers, as a value for SQL; null if the column is. */
export function kilometersFrom(sphere: RawBuilder<unknown>, center: Point): RawBuilder<number> {
  const across = sql.lit(2 * earthRadius);
  return sql<number>`(${across} * asin(least(1, cube_distance(${sphere}, ${sphereOf(center)}::cube) / ${across})))`;
}

/** A value for SQL that sorts the nearest rows first, in the order of an index on the column. */
export const nearness = (sphere: RawBuilder<unknown>, center: Point): RawBuilder<number> =>
  sql<number>`${sphere} <-> ${sphereOf(center)}::cube`;
