import type { Generated } from "kysely";
import type { Moment } from "#db/moments.server.ts";

/** The outcome of an event, from its organizer or, without their input, from the gate. */
export type Outcomes = {
  event_id: string;
  /** The hours of all people without individual ones. */
  hours: number;
  /** The amount in the type's own unit: bags, trees, meals. */
  amount: number | null;
  kilograms: number | null;
  words: Generated<string>;
  /** The organizer's note of thanks, which is mailed to the people who came, and shown on the event's page. */
  thanks: Generated<string>;
  /** The organizer's statement that people on the pictures agreed to be shown. */
  people_agreed: Generated<boolean>;
  /** The number of people on the list when the outcome was first saved, and the number of confirmed ones. */
  joined: number;
  confirmed: number;
  /** The number of people who came, and their hours in total. */
  came: number;
  total_hours: number;
  sent_at: Moment;
  changed_at: Moment;
};

/** A person who came. */
export type OutcomePeople = {
  event_id: string;
  /** The registration's id for a registrant, the guest's id for a guest, otherwise a new id. */
  person_id: string;
  /** Null for people without an account, and once it is deleted. */
  member_id: string | null;
  /** The name of a person without an account, for a year; a member's name is in their own row. */
  name: string | null;
  /** Null for the common hours. */
  hours: number | null;
  noted_by: "gate" | "organizer";
  /** True for a person with a spot, and for one with a confirmed attendance. */
  is_listed: boolean;
  is_confirmed: boolean;
};

export type OutcomePictures = { event_id: string; picture_id: string; position: number };

/** The log of members' hours at events, with author and time; rows are only added. */
export type AssertedHours = {
  id: string;
  event_id: string;
  member_id: string;
  /** Null if they are no longer listed as present. */
  hours: number | null;
  /** Null for hours from a check-in at the gate. */
  asserted_by: string | null;
  asserted_at: Moment;
};
