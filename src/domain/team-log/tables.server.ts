import type { Generated } from "kysely";
import type { Moment } from "#db/moments.server.ts";

/** The actions of organizers at an event or a community that has several. */
export type TeamLog = {
  id: string;
  event_id: string | null;
  community_id: string | null;
  /** Null once the member's account is deleted. */
  member_id: string | null;
  action: string;
  /** The subject, in at most 500 characters; without anything private of people who joined. */
  words: Generated<string>;
  at: Moment;
};
