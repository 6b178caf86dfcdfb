import { z } from "zod";
import { Failure } from "./failure.ts";

/** The mark of the page that follows a row: where in the list's order that row stands. Opaque to whoever carries it. */
export const cursorAfter = (...place: string[]): string => Buffer.from(JSON.stringify(place)).toString("base64url");

/**
 * The place in a list that a page's mark stands for; null for the first page, which has no mark.
 * @throws Failure invalid (field cursor) for a mark that is not one of ours
 */
export function placeOf<Place>(schema: z.ZodType<Place>, cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const place = schema.safeParse(parsed(Buffer.from(cursor, "base64url").toString()));
  if (!place.success) throw new Failure("invalid", [{ path: "cursor", rule: "rule.cursor" }]);
  return place.data;
}

/** The place of a list that is in the order of ids. */
export const IdPlace = z.tuple([z.uuid()]);

/** The place of a list that is in the order of a moment and then of ids. No moment of ours is before 1970. */
export const MomentPlace = z.tuple([z.iso.datetime().refine((moment) => new Date(moment).getTime() >= 0), z.uuid()]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Cuts what was read to one page. Lists read one row more than they show: it is there when another page is.
 * `cursorOf` gives the mark of a row.
 */
export function cut<Row>(rows: Row[], limit: number, cursorOf: (last: Row) => string) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: rows.length > limit && last ? cursorOf(last) : null };
}
