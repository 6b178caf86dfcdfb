import { z } from "zod";
import { Failure } from "./failure.ts";

/** The cursor of the page that follows a row: where in the list's order that row is. Opaque to everybody else. */
export const encodeCursor = (...position: string[]): string =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

/**
 * The position in a list that a cursor stands for; null for the first page, which has none.
 * @throws Failure invalid (field cursor) for a cursor that is not one of ours
 */
export function decodeCursor<Position>(schema: z.ZodType<Position>, cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const position = schema.safeParse(parsed(Buffer.from(cursor, "base64url").toString()));
  if (!position.success) throw new Failure("invalid", [{ path: "cursor", rule: "rule.cursor" }]);
  return position.data;
}

/** The cursor of a list that is in the order of ids. */
export const IdCursor = z.tuple([z.uuid()]);

/** No moment of ours is before 1970. */
const moment = z.iso.datetime().refine((text) => new Date(text).getTime() >= 0);

/** The cursor of a list that is in the order of a moment and then of ids. */
export const MomentCursor = z.tuple([moment, z.uuid()]);

/** The cursor of a list that is in the order of a distance in kilometers, then of a moment and then of ids. */
export const DistanceCursor = z.tuple([z.string().regex(/^\d{1,5}(\.\d{1,20})?(e-\d{1,3})?$/), moment, z.uuid()]);

/** The cursor of a list that is in the order of `placeOf` (`events/filtering.ts`) and then of ids. */
export const PlaceCursor = z.tuple([z.string().regex(/^\d{1,15}$/), z.uuid()]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Cuts a result to one page. Lists read one row more than they show: it is there when another page is.
 * `cursorOf` gives the cursor of the page after a row.
 */
export function paginate<Row>(rows: Row[], limit: number, cursorOf: (last: Row) => string) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: rows.length > limit && last ? cursorOf(last) : null };
}
