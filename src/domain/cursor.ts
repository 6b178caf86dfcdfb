import { z } from "zod";
import { Failure } from "./failure.ts";

/** The cursor of the page after a row: the row's position in the list. It is opaque to callers. */
export const encodeCursor = (...position: string[]): string =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

/**
 * The position in a cursor; null for the first page, which has no cursor.
 * @throws Failure invalid (field cursor) for an unknown cursor
 */
export function decodeCursor<Position>(schema: z.ZodType<Position>, cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const position = schema.safeParse(parsed(Buffer.from(cursor, "base64url").toString()));
  if (!position.success) throw new Failure("invalid", [{ path: "cursor", rule: "rule.cursor" }]);
  return position.data;
}

/** The cursor of a list ordered by id. */
export const IdCursor = z.tuple([z.uuid()]);

/** All of our moments are after 1970. */
const moment = z.iso.datetime().refine((text) => new Date(text).getTime() >= 0);

/** The cursor of a list ordered by a moment, then by id. */
export const MomentCursor = z.tuple([moment, z.uuid()]);

/** The cursor of a list ordered by a distance in kilometers, then by a moment, then by id. */
export const DistanceCursor = z.tuple([z.string().regex(/^\d{1,5}(\.\d{1,20})?(e-\d{1,3})?$/), moment, z.uuid()]);

/** The cursor of a list ordered by `placeOf` (`events/filtering.ts`), then by id. */
export const PlaceCursor = z.tuple([z.string().regex(/^\d{1,15}$/), z.uuid()]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Cuts a result to one page. Lists read one row more than they show, which tells whether there is another page.
 * `cursorOf` returns the cursor of the page after a row.
 */
export function paginate<Row>(rows: Row[], limit: number, cursorOf: (last: Row) => string) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: rows.length > limit && last ? cursorOf(last) : null };
}
