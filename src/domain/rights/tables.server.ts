import type { ColumnType, Generated } from "kysely";
import type { Moment } from "#db/moments.server.ts";

/**
 * Rights of members, at an event or a community. The member in an event's `organizer_id` has none there: they own it,
 * unless it belongs to a community.
 */
export type Rights = {
  id: string;
  member_id: string;
  event_id: string | null;
  community_id: string | null;
  /** Only communities have owners here. */
  role: "owner" | "organizer";
  /** True if the member agrees to be named on the page. */
  is_named: Generated<boolean>;
  given_by: string | null;
  given_at: Moment;
  /** The moment from which the right has ended; null if it is open. */
  until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The member who ended it; null also if its holder left, or their account did. */
  ended_by: Generated<string | null>;
};
