import type { ColumnType } from "kysely";
import type { MomentOfWriting } from "#db/moments.server.ts";

/** Pictures that members have uploaded, as WebP. */
export type Pictures = {
  id: string;
  /** Null once its owner is gone; an event that was transferred may still show it. */
  owner_id: string | null;
  content: Uint8Array;
  /** The time since which hosts hide it; null for nearly all. */
  hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: MomentOfWriting;
};
