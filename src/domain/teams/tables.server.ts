import type { Moment } from "#db/moments.server.ts";

/**
 * Open invitations to organize an event or a community with others. Accepting, declining or withdrawing one deletes its
 * row.
 */
export type Invitations = {
  id: string;
  event_id: string | null;
  community_id: string | null;
  /** The only address that can accept it; null if the link is for the first person who uses it. */
  email: string | null;
  /** The hash of the secret in its link. */
  secret_hash: string;
  invited_by: string;
  invited_at: Moment;
  expires_at: Moment;
};
