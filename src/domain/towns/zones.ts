import type { Kysely } from "kysely";
import { foldedName } from "#db/fold.ts";
import type { Schema } from "#db/schema.server.ts";
import { remembering } from "../rules.ts";
import { listNamed } from "./reading.ts";
import type { Point } from "./rules.ts";

/** The time zones of regions where the nearest city of a zone would often be wrong, by GeoNames' codes. */
const ofRegions: Readonly<Record<string, string>> = {
  ...of("America/New_York", "US", "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV"),
  ...of("America/Chicago", "US", "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI"),
  ...of("America/Denver", "US", "CO ID MT NM UT WY"),
  ...of("America/Phoenix", "US", "AZ"),
  ...of("America/Los_Angeles", "US", "CA NV OR WA"),
  ...of("America/Anchorage", "US", "AK"),
  ...of("Pacific/Honolulu", "US", "HI"),
  ...of("America/Toronto", "CA", "08 10"),
  ...of("America/Halifax", "CA", "04 07 09"),
  ...of("America/Regina", "CA", "11"),
  ...of("America/Vancouver", "CA", "02"),
};

function of(zone: string, country: string, codes: string): Record<string, string> {
  return Object.fromEntries(codes.split(" ").map((code) => [`${country} ${code}`, zone]));
}

/** Zones named after islands, and their positions. */
const islands: Readonly<Record<string, Point>> = {
  "Atlantic/Azores": { lat: 38.5, lon: -28 },
  "Atlantic/Canary": { lat: 28.3, lon: -16 },
  "Atlantic/Madeira": { lat: 32.7, lon: -17 },
  "Pacific/Easter": { lat: -27.1, lon: -109.4 },
  "Pacific/Galapagos": { lat: -0.7, lon: -90.5 },
};

/**
 * Returns the time zone of a town: its country's only zone, or the country's zone with the nearest city. Null if there
 * is no such town. Near a border inside a country it may be the neighboring zone: moments stay correct, because they
 * are shown with the zone's name.
 */
export async function zoneOfTown(db: Kysely<Schema>, townId: number): Promise<string | null> {
  const town = await db
    .selectFrom("towns")
    .select(["country", "admin_code", "latitude as lat", "longitude as lon"])
    .where("id", "=", townId)
    .executeTakeFirst();
  if (!town) return null;
  const zones = zonesOf(town.country);
  const ofRegion = ofRegions[`${town.country} ${town.admin_code}`];
  if (ofRegion || zones.length < 2) return ofRegion ?? zones[0] ?? null;
  const cities = new Map(zones.map((zone) => [zone, foldedName(zone.split("/").at(-1)?.replaceAll("_", " ") ?? "")]));
  const named = (await listNamed(db, [...cities.values()])).filter(({ country }) => country === town.country);
  const placed = zones.flatMap((zone) => {
    // The largest city of that name.
    const city = named.find(({ matched }) => matched === cities.get(zone));
    const at = islands[zone] ?? (city && { lat: city.latitude, lon: city.longitude });
    return at ? [{ zone, away: awayFrom(town, at) }] : [];
  });
  const [nearest] = placed.toSorted((one, other) => one.away - other.away);
  return nearest?.zone ?? null;
}

/** The zones of a country; kept, since to list them takes as long as a query. */
const zonesOf = remembering(
  300,
  (country: string): readonly string[] => new Intl.Locale(`und-${country}`).getTimeZones() ?? [],
);

/** Returns a measure of the distance between two points, for comparisons only. */
function awayFrom(one: Point, other: Point): number {
  const off = Math.abs(one.lon - other.lon) % 360;
  const [high, wide] = [one.lat - other.lat, Math.min(off, 360 - off) * Math.cos((one.lat * Math.PI) / 180)];
  return high * high + wide * wide;
}
