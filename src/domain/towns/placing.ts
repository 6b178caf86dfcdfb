import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { clockOffsetIn } from "../time-zones/rules.ts";
import { type FoundTown, isIn, isTail, listNamed, partsOf } from "./reading.ts";

/** A location as somebody has typed it, and by which clocks things happen there. */
export type Located = { location: string; timeZone: string; at: Date };

/** A town that nothing else speaks for has so many people at least. */
const knownFrom = 100_000;
/** A town is meant, and none of its namesakes, when it has so many times the people of the next one. */
const aheadBy = 10;
/** Clocks go by the sun, but for so many hours at most. */
const clocksOff = 3.5;

/**
 * The town that a location names without doubt, or null. One of its last parts, between commas, has to be the town's whole name, and
 * - either a part after it names the country or region that the town is in, and no other town there is called so, or this one has ten
 *   times the people of the next one;
 * - or nothing does, and it is the last part that is a town's name; then the town has at least 100,000 people, and ten times those of
 *   any other that is called so.
 * Namesakes where the event's clocks would be more than 3.5 hours off the sun are out of the question.
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
  // 'Singapore' is a country and a town; so it comes last.
  const rest = [...readings.filter((reading) => !reading.isTail), ...readings.filter((reading) => reading.isTail)];
  const first = clearlyFirst(rest.find(({ towns }) => towns.length > 0)?.towns ?? []);
  return first && first.population >= knownFrom ? first : null;
}

function clearlyFirst([first, second]: readonly FoundTown[]): FoundTown | null {
  return first && (!second || first.population >= aheadBy * second.population) ? first : null;
}

/** How far the clocks of a zone are ahead of UTC, in hours; null for those of UTC, which say nothing of a place. */
const hoursOf = (timeZone: string, at: Date): number | null =>
  /^(UTC|GMT|Etc\/.*)$/i.test(timeZone) ? null : clockOffsetIn(timeZone)(at.getTime()) / 3_600_000;

/** Around the globe: what is 23 hours ahead is an hour behind, but for the day. */
function isByTheSun({ longitude }: FoundTown, hours: number): boolean {
  const off = Math.abs(hours - longitude / 15) % 24;
  return Math.min(off, 24 - off) <= clocksOff;
}
