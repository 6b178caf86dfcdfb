import { type RawBuilder, sql } from "kysely";
import { type Box, distanceBetween } from "../towns/rules.ts";
import { isAround } from "./around.ts";

/**
 * The widest box, in degrees, that is searched around its middle, and its greatest distance from the equator. Beyond
 * that, the circle would cover most of the globe.
 */
const wideMax = 20;
const awayMax = 70;

/**
 * Tests whether a listed event has its point in a box, edges included. For a small box, such as a town on a map, an
 * index finds it by the circle around the box.
 */
export function isInBox(box: Box, begin: Parameters<typeof isAround>[2] = {}): RawBuilder<boolean> {
  const { west, south, east, north } = box;
  const between =
    west <= east
      ? sql<boolean>`events.longitude between ${west}::double precision and ${east}::double precision`
      : sql<boolean>`(events.longitude >= ${west}::double precision or events.longitude <= ${east}::double precision)`;
  const inside = sql<boolean>`(events.latitude between ${south}::double precision and ${north}::double precision and ${between})`;
  const circle = circleAround(box);
  return circle ? sql<boolean>`(${isAround(circle.center, circle.kilometers, begin)} and ${inside})` : inside;
}

/** A circle that contains all of a small box; null for a large one. */
function circleAround({ west, south, east, north }: Box) {
  const width = west <= east ? east - west : east + 360 - west;
  if (width > wideMax || north - south > wideMax || Math.max(-south, north) > awayMax) return null;
  const middle = west + width / 2;
  const center = { lat: (south + north) / 2, lon: middle > 180 ? middle - 360 : middle };
  // The corner nearest to the equator is the farthest away. The bulge between the corners is far smaller than this
  // margin.
  const corners = [south, north].map((lat) => distanceBetween(center, { lat, lon: west }));
  return { center, kilometers: Math.max(...corners) * 1.05 + 0.1 };
}
