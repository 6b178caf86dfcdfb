import { z } from "zod";
import { Acknowledged, cursor, limit } from "../shapes.ts";

/**
 * A member whom the caller has blocked, or may block: the organizer of an event, or a person on the list of one of
 * theirs.
 */
export const Blockable = z.object({
  _id: z.uuid(),
  name: z.string(),
  photo: z.string().nullable(),
  blockedAt: z.iso.datetime().nullable().describe("Null if you have not blocked them"),
});
export type Blockable = z.infer<typeof Blockable>;

export const BlockFilter = z.object({ limit, cursor });
export type BlockFilter = z.infer<typeof BlockFilter>;

/** `modifiedCount` is 0 if nothing changed. */
export const BlockChanged = Acknowledged.extend({ modifiedCount: z.int() });
export type BlockChanged = z.infer<typeof BlockChanged>;
