import { sql } from "kysely";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { findTownNear, guessTown } from "../towns/queries.ts";
import type { Point } from "../towns/rules.ts";
import { distanceDefault, foundMax } from "./rules.ts";
import type { FeedFilter } from "./shapes.ts";

/** Where events are asked for: around a point, so many kilometers far; `name` is the town's that is there. */
export type Area = { name: string; point: Point; within: number };

/** The ids of all listed events in the language that a filter asks for, where these are few; null where they are many. */
type InLanguage = { inLanguage?: readonly string[] | null | undefined };

type Near = Partial<Pick<FeedFilter, "near" | "within" | "language">> & InLanguage & { area?: Area | null };

/** A filter whose place was found. */
export type Located<Filter> = Omit<Filter, "near" | "within" | "area"> & InLanguage & { area: Area | null };

/**
 * A filter with the place that it names, and with the events in the language that it asks for, unless these were found already.
 * @throws Failure invalid (near) for a town that nobody knows
 */
export async function locate<Filter extends Near>(ctx: Pick<Context, "db">, filter: Filter): Promise<Located<Filter>> {
  const area = filter.area === undefined ? await findArea(ctx, filter) : filter.area;
  if (filter.near && !area) throw new Failure("invalid", [{ path: "near", rule: "rule.near.unknown" }]);
  const { language, inLanguage } = filter;
  return {
    ...locatedAt(filter, area),
    inLanguage: language && inLanguage === undefined ? await findInLanguage(ctx, language) : inLanguage,
  };
}

/**
 * The database knows how common a language is only where it is common, and takes any other for one of two hundred events: to find the soonest of none
 * it would read a million in their order. Migration 034 has an index of what is listed by language.
 */
async function findInLanguage({ db }: Pick<Context, "db">, language: string): Promise<string[] | null> {
  const rows = await db
    .selectFrom("events")
    .where(sql<boolean>`languages @> array[${language}]::text[]`)
    .where("cancelled_at", "is", null)
    .where("is_draft", "=", false)
    .select("id")
    .limit(foundMax + 1)
    .execute();
  return rows.length > foundMax ? null : rows.map(({ id }) => id);
}

/** The same where the place is known. */
export function locatedAt<Filter extends Near>(filter: Filter, area: Area | null): Located<Filter> {
  const { near: _near, within: _within, area: _area, ...rest } = filter;
  return { ...rest, area };
}

/** The place that a filter names: a town as somebody types it, or a point as its degrees; null without one, and where nobody knows it. */
export async function findArea({ db }: Pick<Context, "db">, { near = "", within }: Near): Promise<Area | null> {
  if (near === "") return null;
  const point = pointIn(near);
  const town = point ? await findTownNear(db, point) : await guessTown({ db }, near);
  const center = point ?? town?.point;
  return center ? { name: town?.name ?? near, point: center, within: within ?? distanceDefault } : null;
}

/** '41.15,-8.61' as a point; null for what is none. */
export function pointIn(text: string): Point | null {
  const [, lat, lon] = /^(-?\d{1,2}(?:\.\d{1,9})?), ?(-?\d{1,3}(?:\.\d{1,9})?)$/.exec(text) ?? [];
  const point = { lat: Number(lat), lon: Number(lon) };
  return Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180 ? point : null;
}

/**
 * What the town nearest to a point is called, so that it is found by that name; null where there is none, and where another one
 * of that name would be found.
 */
export async function nameOfTownNear({ db }: Pick<Context, "db">, point: Point): Promise<string | null> {
  const town = await findTownNear(db, point);
  if (!town) return null;
  for (const name of [town.name, `${town.name}, ${town.country}`]) {
    if ((await guessTown({ db }, name))?.id === town.id) return name;
  }
  return null;
}
