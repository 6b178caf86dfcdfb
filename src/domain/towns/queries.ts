import { type Kysely, sql } from "kysely";
import { say } from "#messages/all.ts";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { shape } from "../shapes.ts";
import { countryName } from "./countries.ts";
import { isWithin, nearness } from "./near.ts";
import { type FoundTown, isIn, listNamed, type Part, partsOf } from "./reading.ts";
import { type Point, townsMax } from "./rules.ts";
import { type Town, TownProposal, type TownSearch } from "./shapes.ts";

/** Of towns from so many people on there is an index of their own: they are first among those with a beginning in common. */
const largeFrom = 100_000;
/** A town that is called just what was typed counts for so many times its people. */
const exactCounts = 10;
/** How many words at the end of a text may be a town's name: 'City Garden San José'. */
const wordsMax = 3;
/** A single word that is looked for after others that begin no name has so many letters at least. */
const wordMin = 3;
/** How many towns with a beginning in common are looked at for those in a country. */
const manyMax = 1000;
/** Whoever is farther from any town, in kilometers, is in none. */
const reachMax = 100;

/**
 * The towns that somebody may mean who has typed so much of a location, the likeliest first: those whose name, or another one, begins
 * like its last part, or like the last words of that; the larger the sooner. A country or region after the name has to be theirs.
 */
export async function proposeTowns({ db }: Pick<Context, "db">, { search }: TownSearch): Promise<TownProposal[]> {
  for (const reading of readingsOf(search)) {
    const ids = await listLikeliest(db, reading);
    if (ids.length > 0) return tellTowns(db, ids);
  }
  return [];
}

/** The town that somebody means who types this, as far as one can guess: the first that is proposed; null when there is none. */
export const guessTown = async (ctx: Pick<Context, "db">, text: string): Promise<TownProposal | null> =>
  (await proposeTowns(ctx, { search: text }))[0] ?? null;

/** A town by its id; null when there is none. */
export async function findTown(db: Kysely<Schema>, id: number): Promise<(Town & { point: Point }) | null> {
  const row = await db
    .selectFrom("towns")
    .select(["id", "name", "country", "latitude", "longitude"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row
    ? { id: row.id, name: row.name, country: row.country, point: { lat: row.latitude, lon: row.longitude } }
    : null;
}

/** The town nearest to a point; null when there is none within 100 km. */
export async function findTownNear(db: Kysely<Schema>, point: Point): Promise<(Town & { point: Point }) | null> {
  const sphere = sql.ref("towns.sphere");
  const row = await db
    .selectFrom("towns")
    .select("id")
    .where(isWithin(sphere, point, reachMax))
    .orderBy(nearness(sphere, point))
    .limit(1)
    .executeTakeFirst();
  return row ? findTown(db, row.id) : null;
}

type Reading = { name: string; tails: readonly Part[] };

/** What a text may mean, the likeliest first: the name, or its beginning, and what has to be its country or region. */
function readingsOf(text: string): Reading[] {
  const parts = partsOf(text);
  const last = parts.at(-1);
  if (!last) return [];
  const ends = last.folded.split(" ").slice(-wordsMax);
  const alone = ends.map((_, index) => ends.slice(index).join(" ")).filter((name) => name.length >= wordMin);
  const names = [last.folded, ...alone.filter((name) => name !== last.folded)].map((name) => ({ name, tails: [] }));
  const before = parts.at(-2);
  return before ? [{ name: before.folded, tails: [last] }, ...names] : names;
}

/** The ids of the towns with a name that begins so and that are where the tails say, the likeliest first. */
async function listLikeliest(db: Kysely<Schema>, { name, tails }: Reading): Promise<number[]> {
  const found =
    tails.length > 0
      ? (await listBeginning(db, name, { most: manyMax })).filter((town) => tails.every((tail) => isIn(town, tail)))
      : [...(await listNamed(db, [name])), ...(await listLargest(db, name))];
  const weightOf = ({ matched, population }: FoundTown) => population * (matched === name ? exactCounts : 1);
  const sorted = found.toSorted((one, other) => weightOf(other) - weightOf(one) || one.id - other.id);
  return [...new Set(sorted.map(({ id }) => id))].slice(0, townsMax);
}

/** The largest of the towns with a name that begins so: where there are enough large ones, none of the others is among them. */
async function listLargest(db: Kysely<Schema>, name: string): Promise<FoundTown[]> {
  const large = await listBeginning(db, name, { most: townsMax, from: largeFrom });
  return large.length >= townsMax ? large : listBeginning(db, name, { most: townsMax });
}

async function listBeginning(db: Kysely<Schema>, name: string, { most, from = 0 }: { most: number; from?: number }) {
  const pattern = `${name.replace(/[\\%_]/g, "\\$&")}%`;
  // The smallest that counts is a number of ours, so that the index of large towns is known to fit.
  const counted = from > 0 ? sql`and population >= ${sql.lit(from)}` : sql``;
  const { rows } = await sql<FoundTown>`
    select towns.id, name, country, admin_code, region, population, latitude, longitude, matched
    from (
      (select id, folded as matched from towns where folded like ${pattern} ${counted} order by population desc limit ${most})
      union select town_id, folded from town_names where folded like ${pattern}
    ) found join towns on towns.id = found.id`.execute(db);
  return rows;
}

/** Towns in words, in the order of their ids: those that are not large also by the large one that is nearest in their country. */
async function tellTowns(db: Kysely<Schema>, ids: readonly number[]): Promise<TownProposal[]> {
  const { rows } = await sql<FoundTown & { near: string | null }>`
    select towns.id, towns.name, towns.country, towns.region, towns.latitude, towns.longitude, large.name as near
    from towns left join lateral (
      select name from towns other
      where other.population >= ${sql.lit(largeFrom)} and other.country = towns.country
      order by other.sphere <-> towns.sphere limit 1
    ) large on towns.population < ${sql.lit(largeFrom)} and towns.region is null
    where towns.id = any (${ids}::integer[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [proposalOf(row)] : [];
  });
}

const proposalOf = ({ id, name, country, region, near, latitude, longitude }: FoundTown & { near: string | null }) =>
  shape(TownProposal, {
    id,
    name,
    region: region ?? (near === null ? null : say("town.near", { town: near })),
    country,
    countryName: countryName(country),
    point: { lat: latitude, lon: longitude },
  });
