import type { Moment } from "#db/moments.server.ts";

/** That a member wants nothing to do with another. */
export type Blocks = {
  blocker_id: string;
  blocked_id: string;
  blocked_at: Moment;
};
