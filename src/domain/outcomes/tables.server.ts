import type { Generated } from "kysely";
import type { Moment } from "#db/moments.server.ts";

/** What came of an event, as its organizer says or, when they say nothing, as the gate knows. */
export type Outcomes = {
  event_id: string;
  /** The hours of everybody for whom nothing else is said. */
  hours: number;
  /** How many of the type's own unit: bags, trees, meals. */
  amount: number | null;
  kilograms: number | null;
  words: Generated<string>;
  /** A line of thanks, which is mailed to those who came, and stands on the event's page. */
  thanks: Generated<string>;
  /** That the organizer says that people on the pictures agreed to be shown. */
  people_agreed: Generated<boolean>;
  /** How many people were on the list when this was first noted, and how many of them had confirmed. */
  joined: number;
  confirmed: number;
  /** How many people came, and for how many hours together. */
  came: number;
  total_hours: number;
  sent_at: Moment;
  changed_at: Moment;
};

/** Somebody who came. */
export type OutcomePeople = {
  event_id: string;
  /** The registration's id of who registered, the guest's of a guest, else one of its own. */
  person_id: string;
  /** Null for people without an account, and once it is gone. */
  member_id: string | null;
  /** Of people without an account, for a year; a member's stands in their own row. */
  name: string | null;
  /** Null for as many as everybody. */
  hours: number | null;
  noted_by: "gate" | "organizer";
  /** Whether they had a spot, and whether they had confirmed that they were coming. */
  is_listed: boolean;
  is_confirmed: boolean;
};

export type OutcomePictures = { event_id: string; picture_id: string; position: number };

/** What was said of a member's hours at an event, by whom, and when: only added to. */
export type AssertedHours = {
  id: string;
  event_id: string;
  member_id: string;
  /** Null when it was taken back that they came. */
  hours: number | null;
  /** Null where nobody said it: they were checked in at the gate. */
  asserted_by: string | null;
  asserted_at: Moment;
};
