import type { Moment } from "#db/moments.server.ts";

/** An event offered to another organizer; `email` is in lower case. */
export type OwnershipTransfers = {
  event_id: string;
  email: string;
  offered_at: Moment;
};
