import type { Moment } from "#db/moments.server.ts";

/** A member's block of another member. */
export type Blocks = {
  blocker_id: string;
  blocked_id: string;
  blocked_at: Moment;
};
