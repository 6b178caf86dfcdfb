import type { Moment } from "#db/moments.server.ts";

/** What somebody asks a second organizer to assert of their hours at an event of their own, and what came of it. */
export type Assertions = {
  id: string;
  /** Whose hours they are. */
  member_id: string;
  /** The event may be gone. */
  event_id: string;
  /** What was asked, in the words in which it was: what is said otherwise later was not asserted. */
  title: string;
  event_date: Moment;
  hours: number;
  /** As the member has typed it; null once it is the address of an account that is gone. */
  email: string | null;
  /** `dropped` when the organizer said something else of the event. */
  status: "asked" | "asserted" | "declined" | "withdrawn" | "taken_back" | "dropped";
  asked_at: Moment;
  changed_at: Moment;
  /** Whoever asserts it, for as long as they have an account. */
  asserted_by: string | null;
  /** Their name as it was then. Their address was confirmed, as nobody else can assert anything. */
  said_name: string | null;
};
