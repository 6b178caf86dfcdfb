import { bareLetters } from "../rules.ts";

/** A point on the globe, in degrees (WGS84): `lat` from -90 to 90, `lon` from -180 to 180. */
export type Point = { lat: number; lon: number };

/** The maximum number of towns proposed for a typed location. */
export const townsMax = 8;

/** The maximum length of a search for towns, in characters. */
export const townSearchMax = 200;

/** Replaces the last words of a location by a name that they begin; leaves any other location unchanged. */
export function withCompleted(location: string, name: string): string {
  const last = location.slice(location.lastIndexOf(",") + 1);
  const starts = Array.from(last.matchAll(/\S+/g), ({ index }) => location.length - last.length + index);
  const start = starts.find((from) => bareLetters(name).startsWith(bareLetters(location.slice(from).trimEnd())));
  if (start === undefined) return location;
  const before = location.slice(0, start);
  return `${before}${before.endsWith(",") ? " " : ""}${name}`;
}

/**
 * True if a location may be in a town of that name, judging by the words: one of its parts is the name, or all of it is
 * a single word, which may be another of the town's names.
 */
export const mayMean = (location: string, name: string): boolean =>
  /^\s*\S+\s*$/.test(location) || location.split(",").some((part) => bareLetters(part.trim()) === bareLetters(name));

/** The Earth's mean radius, in kilometers; `db/sphere.ts` has the same. */
const earthRadius = 6371;

/** The length of the shortest way over the ground between two points, in kilometers. */
export function distanceBetween(one: Point, other: Point): number {
  const [y, x] = [radiansOf(other.lat - one.lat), radiansOf(other.lon - one.lon)];
  const narrowing = Math.cos(radiansOf(one.lat)) * Math.cos(radiansOf(other.lat));
  // The haversine formula is exact for neighbors too; on the other side of the globe rounding may take it above 1.
  const part = Math.sin(y / 2) ** 2 + narrowing * Math.sin(x / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, part)));
}

const radiansOf = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * A part of the globe between two parallels and two meridians, in degrees; it crosses the date line if `west` is more
 * than `east`.
 */
export type Box = { west: number; south: number; east: number; north: number };

/** Formats a box for an address: 'west,south,east,north', with four decimals, which is about 10 m. */
export const textOfBox = ({ west, south, east, north }: Box): string =>
  [west, south, east, north].map((degrees) => String(Number(degrees.toFixed(4)))).join();

/** Parses a box; null for an invalid text. */
export function boxOf(text: string): Box | null {
  if (!/^(-?\d{1,3}(\.\d{1,4})?,){3}-?\d{1,3}(\.\d{1,4})?$/.test(text)) return null;
  const [west = 0, south = 0, east = 0, north = 0] = text.split(",").map(Number);
  const isThere = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && south < north && north <= 90;
  return isThere && west !== east ? { west, south, east, north } : null;
}

/** True if a point is in a box, its edges included. */
export const isInBox = ({ lat, lon }: Point, { west, south, east, north }: Box): boolean =>
  lat >= south && lat <= north && (west <= east ? lon >= west && lon <= east : lon >= west || lon <= east);
