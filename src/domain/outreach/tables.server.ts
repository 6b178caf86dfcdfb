import type { Moment } from "#db/moments.server.ts";
import type { Part } from "./rules.ts";

/** Members who were told of an event, because of what they did at an earlier one; nobody twice. */
export type ToldPeople = {
  id: string;
  event_id: string;
  member_id: string;
  /** The earlier event; null if it is gone. */
  source_id: string | null;
  part: Part;
  /** The organizer's line in the mail. */
  words: string;
  /** Null if their account is gone. */
  told_by: string | null;
  told_at: Moment;
};
