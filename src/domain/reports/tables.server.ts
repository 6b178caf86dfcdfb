import type { Moment } from "#db/moments.server.ts";

/** A report by a member, or by a visitor who gave an address; the address is in lower case. */
export type Reports = {
  id: string;
  review_id: string;
  reporter_id: string | null;
  email: string | null;
  reason: string;
  words: string;
  /** True if the reporter was a member with a confirmed address at that time. */
  is_confirmed: boolean;
  created_at: Moment;
};
