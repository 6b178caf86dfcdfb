import { type Kysely, sql } from "kysely";
import { foldedName } from "#db/fold.ts";
import type { Schema } from "#db/schema.server.ts";
import { countriesNamed } from "./countries.ts";

/** A part of a location's text, such as 'Porto' in 'Praia de Matosinhos, 4450-208 Porto, Portugal'. */
export type Part = { text: string; folded: string };

/** The number of last parts that are examined. */
const partsMax = 4;

/** Returns the last parts of a typed location, without house numbers and postal codes. */
export const partsOf = (location: string): Part[] =>
  location
    .split(/[,;|·•/()\n–—]|\s-\s/u)
    .map((text) => ({
      text: text.trim(),
      folded: foldedName(text.replace(/[\p{L}\p{N}-]*\p{N}[\p{L}\p{N}-]*/gu, " ")),
    }))
    .filter(({ folded }) => folded !== "")
    .slice(-partsMax);

/** A town as in the tables; `matched` is the name by which it was found. */
export type FoundTown = {
  id: number;
  name: string;
  country: string;
  admin_code: string | null;
  region: string | null;
  population: number;
  latitude: number;
  longitude: number;
  matched: string;
};

/** True if a part names only a country or region: 'Portugal', 'NY'. */
export const isTail = ({ text, folded }: Part): boolean => countriesNamed(folded).length > 0 || /^[A-Z]{2}$/.test(text);

/** True if a town is in the country or the region that a part names. */
export const isIn = (town: Pick<FoundTown, "country" | "region" | "admin_code">, { text, folded }: Part): boolean =>
  countriesNamed(folded).includes(town.country) ||
  (town.region !== null && foldedName(town.region) === folded) ||
  text === town.country ||
  (town.country === "US" && text === town.admin_code);

/** The maximum number of towns found by name; no name has as many. */
const namesakesMax = 2000;

/** Lists the towns with one of these names, in `foldedName`'s form, largest first. */
export async function listNamed(db: Kysely<Schema>, names: readonly string[]): Promise<FoundTown[]> {
  const { rows } = await sql<FoundTown>`
    select towns.id, name, country, admin_code, region, population, latitude, longitude, matched
    from (
      select id, folded as matched from towns where folded = any (${names}::text[])
      union select town_id, folded from town_names where folded = any (${names}::text[])
    ) found join towns on towns.id = found.id
    order by population desc, towns.id limit ${sql.lit(namesakesMax)}`.execute(db);
  return rows;
}
