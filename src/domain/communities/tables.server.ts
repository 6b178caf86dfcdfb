import type { ColumnType, Generated } from "kysely";
import type { Moment, MomentOfWriting } from "#db/moments.server.ts";
import type { EventType } from "../events/rules.ts";

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
  /** True if each new member needs the yes of an organizer. */
  asks_first: Generated<boolean>;
  /** True if only people with its link find it. */
  is_unlisted: Generated<boolean>;
  /** The community that it is a chapter of. */
  part_of: ColumnType<string | null, string | null | undefined, string | null>;
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
  /** True if they get mails about its events and news; null if they were never asked, and then they get none. */
  hears: Generated<boolean | null>;
  /** True if they agree to be shown on its page. */
  is_shown: Generated<boolean>;
};

/** People who have asked to join a community, and wait for the answer of an organizer. */
export type MembershipRequests = { community_id: string; member_id: string; asked_at: Moment };

/** News of a community, by one of its organizers. */
export type CommunityPosts = {
  id: string;
  community_id: string;
  /** The author; null once their account is deleted. */
  member_id: string | null;
  text: string;
  link: string | null;
  picture: string | null;
  posted_at: Moment;
  /** True if it is mailed to the members who want that. */
  is_mailed: boolean;
  /** The moment from which hosts hide it. */
  hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/** The amounts of one type of events in a year. */
export type SumOfType = { type: EventType; amount: number; kilograms: number };

/** The results of a community's events in a year, as last counted. Triggers of the database ask to count again. */
export type CommunityYears = {
  community_id: string;
  year: number;
  /** The number of people who came, each once. */
  people: number;
  hours: number;
  /** The amounts of each type of events, as JSON. */
  sums: ColumnType<SumOfType[], string, string>;
};
