import type { ColumnType, Generated } from "kysely";
import type { Moment, MomentOfWriting } from "#db/moments.server.ts";

/** Groups that members can be part of. `members` is the number of memberships, kept by the joining itself. */
export type Communities = {
  id: string;
  title: string;
  description: string;
  image: string | null;
  members: Generated<number>;
  /** Since when the people who run the site hide it; null for nearly all. */
  hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: MomentOfWriting;
};

/** That a member is part of a community. */
export type Memberships = {
  community_id: string;
  member_id: string;
  joined_at: Moment;
  /** Whether people who follow the community hear of the member's events: they were told so when they joined. */
  tells_events: Generated<boolean>;
};
