import { z } from "zod";
import { cursor, limit } from "../shapes.ts";

/** The page of a log. */
export const LogFilter = z.object({ limit, cursor });
export type LogFilter = z.infer<typeof LogFilter>;

/** An action of an organizer. `name` is null if the account of its member is deleted. */
export const LogEntry = z.object({
  _id: z.string(),
  name: z.string().nullable(),
  photo: z.string().nullable(),
  isMine: z.boolean(),
  action: z.string(),
  words: z.string(),
  at: z.string(),
});
export type LogEntry = z.infer<typeof LogEntry>;
