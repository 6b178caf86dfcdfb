import type { ColumnType } from "kysely";
import type { MomentOfWriting } from "#db/moments.server.ts";

/** Pictures that members have uploaded, as WebP. */
export type Pictures = {
  id: string;
  /** Null once its owner is gone; an event that somebody else took over still shows it. */
  owner_id: string | null;
  content: Uint8Array;
  /** Since when the people who run the site hide it; null for nearly all. */
  hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: MomentOfWriting;
};
