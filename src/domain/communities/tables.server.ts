import type { ColumnType, Generated } from "kysely";
import type { Moment, MomentOfWriting } from "#db/moments.server.ts";

/**
 * Groups that members can be part of. `members` is the number of memberships, kept up to date by joining and leaving.
 */
export type Communities = {
  id: string;
  title: string;
  description: string;
  image: string | null;
  members: Generated<number>;
  /** The last part of its address. */
  slug: Generated<string>;
  /** The confirmed address at which it can be reached, and one that waits for its confirmation. */
  contact_email: Generated<string | null>;
  contact_email_pending: Generated<string | null>;
  /** The moment from which hosts hide it; null for nearly all. */
  hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: MomentOfWriting;
};

/** The membership of a member in a community. */
export type Memberships = {
  community_id: string;
  member_id: string;
  joined_at: Moment;
  /** True if followers of the community hear of the member's events; members were told so when they joined. */
  tells_events: Generated<boolean>;
};
