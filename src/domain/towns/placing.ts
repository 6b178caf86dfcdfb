import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { clockOffsetIn } from "../time-zones/rules.ts";
import { type FoundTown, isIn, isTail, listNamed, partsOf } from "./reading.ts";

/** A location as it was typed, and the time zone of its event. */
export type Located = { location: string; timeZone: string; at: Date };

/** The minimum population of a town that nothing else in the location confirms. */
const knownFrom = 100_000;
/** A town is chosen over its namesakes if it has this many times the population of the next one. */
const aheadBy = 10;
/** The maximum difference in hours between the clocks and the sun. */
const clocksOff = 3.5;

/**
 * Returns the town that a location clearly names, or null. One of its last parts, between commas, must be the town's
 * whole name, and one of these must be true: - A part after it names the town's country or region, and no other town
 * there has the name, or this one has ten times the population of the next one.
 * - No part does, and it is the last part that is a town's name; then the town must have at least 100,000 people, and
 * ten times those of any namesake. Namesakes where the event's clocks would be more than 3.5 hours off the sun are
 * excluded.
 */
export async function townOf(db: Kysely<Schema>, { location, timeZone, at }: Located): Promise<FoundTown | null> {
  const parts = partsOf(location);
  if (parts.length === 0) return null;
  const found = await listNamed(db, [...new Set(parts.map(({ folded }) => folded))]);
  const hours = hoursOf(timeZone, at);
  const possible = found.filter((town) => hours === null || isByTheSun(town, hours));
  const readings = parts
    .map((part, index) => {
      const [called, after] = [possible.filter(({ matched }) => matched === part.folded), parts.slice(index + 1)];
      const tails = after.filter((other) => isTail(other) || called.some((town) => isIn(town, other)));
      const towns = called.filter((town) => tails.every((tail) => isIn(town, tail)));
      return { towns, isSaid: tails.length > 0, isTail: isTail(part) };
    })
    .toReversed();

  const said = readings.find(({ isSaid, towns }) => isSaid && towns.length > 0);
  if (said) return clearlyFirst(said.towns);
  // 'Singapore' is a country and a town, so such readings come last.
  const rest = [...readings.filter((reading) => !reading.isTail), ...readings.filter((reading) => reading.isTail)];
  const first = clearlyFirst(rest.find(({ towns }) => towns.length > 0)?.towns ?? []);
  return first && first.population >= knownFrom ? first : null;
}

function clearlyFirst([first, second]: readonly FoundTown[]): FoundTown | null {
  return first && (!second || first.population >= aheadBy * second.population) ? first : null;
}

/** Returns how far the clocks of a zone are ahead of UTC, in hours; null for UTC zones, which have no place. */
const hoursOf = (timeZone: string, at: Date): number | null =>
  /^(UTC|GMT|Etc\/.*)$/i.test(timeZone) ? null : clockOffsetIn(timeZone)(at.getTime()) / 3_600_000;

/** Compares around the globe: 23 hours ahead is an hour behind, apart from the date. */
function isByTheSun({ longitude }: FoundTown, hours: number): boolean {
  const off = Math.abs(hours - longitude / 15) % 24;
  return Math.min(off, 24 - off) <= clocksOff;
}
