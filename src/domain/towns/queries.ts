import { type Kysely, type RawBuilder, sql } from "kysely";
import { say } from "#messages/say.ts";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { shape } from "../shapes.ts";
import { countriesIn, countryName } from "./countries.ts";
import { isWithin, nearness } from "./near.ts";
import { type FoundTown, isIn, type Part, partsOf } from "./reading.ts";
import { type Point, townsMax } from "./rules.ts";
import { type Town, TownProposal, type TownSearch } from "./shapes.ts";

/** The population from which a town is in the index of large towns, which come first among matches of a beginning. */
const largeFrom = 100_000;
/** The factor for a town whose name was typed exactly. */
const exactCounts = 10;
/**
 * The factor for towns of the reader's own country: there Porto comes before Port-au-Prince, but London still before
 * Londonderry.
 */
const ownCounts = 100;
/** The maximum number of words at the end of a text that can be a town's name: 'City Garden San José'. */
const wordsMax = 3;
/** The minimum length of a single last word that is searched by itself after words that begin no name. */
const wordMin = 3;
/** The maximum number of towns with a common beginning that are searched for those in a country. */
const manyMax = 1000;
/** The distance in kilometers beyond which a point is neither in a town nor near it. */
const reachMax = 100;

/**
 * Proposes towns for a partly typed location, likeliest first: those with a name that begins like its last part, or
 * like the last words of that part. Larger towns come first, and those of the reader's own country before others of
 * their size. A country or region after the name must match.
 */
export async function proposeTowns(
  { db }: Pick<Context, "db">,
  { search, timeZone }: TownSearch,
): Promise<TownProposal[]> {
  const parts = partsOf(search);
  const [before, last] = [parts.at(-2), parts.at(-1)];
  if (!last) return [];
  const narrowed = before ? await listIn(db, before, last) : [];
  const found =
    narrowed.length > 0
      ? narrowed
      : await listLikeliest(db, namesIn(last), timeZone ? await countriesIn(timeZone) : []);
  return found.length > 0 ? tellTowns(db, found) : [];
}

/** Guesses the town that a text means: the first proposal, or null. */
export const guessTown = async (ctx: Pick<Context, "db">, text: string): Promise<TownProposal | null> =>
  (await proposeTowns(ctx, { search: text }))[0] ?? null;

/** Finds a town by its id; null if there is none. */
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

/** Finds the town nearest to a point; null if there is none within 100 km. */
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

/**
 * Returns the texts in a part that can be a town's name or its beginning, likeliest first: all of it, or its last
 * words.
 */
function namesIn({ folded }: Part): string[] {
  const ends = folded.split(" ").slice(-wordsMax);
  const alone = ends.map((_, index) => ends.slice(index).join(" ")).filter((name) => name.length >= wordMin);
  return [...new Set([folded, ...alone])];
}

/**
 * Returns the ids of the towns with a name that begins like a part, in the country or region that the next part names.
 */
async function listIn(db: Kysely<Schema>, { folded }: Part, tail: Part): Promise<number[]> {
  const { rows } = await sql<FoundTown>`
    select towns.id, name, country, admin_code, region, population, latitude, longitude, matched
    from (
      (select id, folded as matched from towns where ${beginsLike(folded)} order by population desc limit ${sql.lit(manyMax)})
      union select town_id, folded from town_names where ${beginsLike(folded)}
    ) found join towns on towns.id = found.id`.execute(db);
  const there = rows.filter((town) => isIn(town, tail));
  return inOrder(there.map((town) => ({ ...town, name: folded })));
}

/**
 * Returns the ids of the towns that match the first of several names with any match; towns of the reader's countries
 * count for more.
 */
async function listLikeliest(db: Kysely<Schema>, names: readonly string[], own: readonly string[]): Promise<number[]> {
  const name = sql.ref("wanted.name");
  const largest = sql`order by population desc limit ${sql.lit(townsMax)}`;
  const { rows } = await sql<Found & { place: number }>`
    select place, wanted.name, found.id, matched, population, country = any (${own}::text[]) as "isOwn"
    from unnest(${names}::text[]) with ordinality as wanted (name, place)
      cross join lateral (
        with large as (
          select id from towns where ${beginsLike(name)} and population >= ${sql.lit(largeFrom)} ${largest}
        )
        select id from large
        -- Where there are enough large ones, none of the others is among the largest.
        union (select id from towns where (select count(*) from large) < ${sql.lit(townsMax)} and ${beginsLike(name)} ${largest})
        union (select id from towns where folded = ${name} ${largest})
        union (select id from towns where country = any (${own}::text[]) and ${beginsLike(name)} ${largest})
        union select town_id from town_names where ${beginsLike(name)}
      ) found
      join lateral (
        select population, country, case when folded = wanted.name then folded else (
          select other.folded from town_names other where town_id = towns.id and other.folded = wanted.name) end as matched
        from towns where towns.id = found.id
      ) town on true
    order by place`.execute(db);
  return inOrder(rows.filter(({ place }) => place === rows[0]?.place));
}

/**
 * A town found by name; `matched` is set if the name is exactly the one typed, and `isOwn` if it is in the reader's
 * country.
 */
type Found = { id: number; name: string; matched: string | null; population: number; isOwn?: boolean };

/** Sorts towns by likelihood, and returns their ids. */
function inOrder(found: readonly Found[]): number[] {
  const weightOf = ({ matched, name, population, isOwn }: Found) =>
    population * (matched === name ? exactCounts : 1) * (isOwn ? ownCounts : 1);
  const sorted = found.toSorted((one, other) => weightOf(other) - weightOf(one) || one.id - other.id);
  return [...new Set(sorted.map(({ id }) => id))].slice(0, townsMax);
}

/**
 * The condition for a folded name with this beginning. It compares bytes, so an index works even for a name not known
 * in advance.
 */
const beginsLike = (name: string | RawBuilder<unknown>) =>
  sql`folded ~>=~ ${name} and folded ~<~ (${name} || ${lastLetter})`;
const lastLetter = "\u{10ffff}";

/** Describes towns, in the order of their ids; towns that are not large also name a large one near them. */
async function tellTowns(db: Kysely<Schema>, ids: readonly number[]): Promise<TownProposal[]> {
  const { rows } = await sql<TownRow>`
    select towns.id, towns.name, towns.country, towns.region, towns.latitude, towns.longitude, large.name as near
    from towns left join lateral (
      select name, sphere from towns other where population >= ${sql.lit(largeFrom)} order by other.sphere <-> towns.sphere limit 1
    ) large on towns.population < ${sql.lit(largeFrom)} and towns.region is null
      and cube_distance(large.sphere, towns.sphere) <= ${sql.lit(reachMax)}
    where towns.id = any (${ids}::integer[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [proposalOf(row)] : [];
  });
}

type TownRow = Omit<FoundTown, "admin_code" | "population" | "matched"> & { near: string | null };

const proposalOf = ({ id, name, country, region, near, latitude, longitude }: TownRow) =>
  shape(TownProposal, {
    id,
    name,
    region: region ?? (near === null ? null : say("town.near", { town: near })),
    country,
    countryName: countryName(country),
    point: { lat: latitude, lon: longitude },
  });
