import type { Moment } from "#db/moments.server.ts";

/** What somebody has reported: a member, or whoever has given an address, which is in lower case. */
export type Reports = {
  id: string;
  review_id: string;
  reporter_id: string | null;
  email: string | null;
  reason: string;
  words: string;
  /** Whether it was a member whose address was confirmed then. */
  is_confirmed: boolean;
  created_at: Moment;
};
