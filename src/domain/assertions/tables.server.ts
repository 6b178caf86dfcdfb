import type { Moment } from "#db/moments.server.ts";

/** A member's question to a second organizer to assert hours at the member's own event, with its outcome. */
export type Assertions = {
  id: string;
  /** The member with the hours. */
  member_id: string;
  /** Null once the event is deleted. */
  event_id: string;
  /** The hours as they were at the question: later changes are not asserted. */
  title: string;
  event_date: Moment;
  hours: number;
  /** The address as the member typed it; null once it is the address of a deleted account. */
  email: string | null;
  /** `dropped` if the organizer has stated different facts about the event. */
  status: "asked" | "asserted" | "declined" | "withdrawn" | "taken_back" | "dropped";
  asked_at: Moment;
  changed_at: Moment;
  /** The asserting member, while they have an account. */
  asserted_by: string | null;
  /** Their name as it was then. Their address was confirmed, as only confirmed members can assert. */
  said_name: string | null;
};
