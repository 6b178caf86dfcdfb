import { sql } from "kysely";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { findTownNear, guessTown } from "../towns/queries.ts";
import type { Point } from "../towns/rules.ts";
import { distanceDefault, foundMax } from "./rules.ts";
import type { FeedFilter } from "./shapes.ts";

/** The area in which events are searched for: a point, a radius in kilometers, and the `name` of the town there. */
export type Area = { name: string; point: Point; within: number };

/** The ids of all listed events in the language of a filter, or null if there are too many. */
type InLanguage = { inLanguage?: readonly string[] | null | undefined };

type Near = Partial<Pick<FeedFilter, "near" | "within" | "language">> & InLanguage & { area?: Area | null };

/** A filter with its place resolved. */
export type Located<Filter> = Omit<Filter, "near" | "within" | "area"> & InLanguage & { area: Area | null };

/**
 * Resolves the place of a filter, and the events in its language unless they are already known.
 * @throws Failure invalid (near) for an unknown town
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
 * The database knows only how common the common languages are. It expects any other language at one in two hundred
 * events. To find the soonest events in a language that no event has, it would read a million in order. Migration 034
 * has an index of listed events by language.
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

/** Resolves a filter whose place is known. */
export function locatedAt<Filter extends Near>(filter: Filter, area: Area | null): Located<Filter> {
  const { near: _near, within: _within, area: _area, ...rest } = filter;
  return { ...rest, area };
}

/** The place that a filter names, as a town's name or as degrees; null without one, and for an unknown town. */
export async function findArea({ db }: Pick<Context, "db">, { near = "", within }: Near): Promise<Area | null> {
  if (near === "") return null;
  const point = pointIn(near);
  const town = point ? await findTownNear(db, point) : await guessTown({ db }, near);
  const center = point ?? town?.point;
  return center ? { name: town?.name ?? near, point: center, within: within ?? distanceDefault } : null;
}

/** Reads '41.15,-8.61' as a point, or returns null for other text. */
export function pointIn(text: string): Point | null {
  const [, lat, lon] = /^(-?\d{1,2}(?:\.\d{1,9})?), ?(-?\d{1,3}(?:\.\d{1,9})?)$/.exec(text) ?? [];
  const point = { lat: Number(lat), lon: Number(lon) };
  return Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180 ? point : null;
}

/** The name of the town nearest to a point; null if there is none, or if that name would find another town. */
export async function nameOfTownNear({ db }: Pick<Context, "db">, point: Point): Promise<string | null> {
  const town = await findTownNear(db, point);
  if (!town) return null;
  for (const name of [town.name, `${town.name}, ${town.country}`]) {
    if ((await guessTown({ db }, name))?.id === town.id) return name;
  }
  return null;
}
