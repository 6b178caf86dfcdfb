import type { ColumnType, Generated } from "kysely";
import type { Moment } from "#db/moments.server.ts";

/** That a member and their guests have joined an event, or are on its waitlist; or somebody without an e-mail address, by their name. */
export type Registrations = {
  id: string;
  event_id: string;
  /** Null for somebody whom the organizer put on the list, who has a `name` then. */
  member_id: string | null;
  name: Generated<string | null>;
  phone: Generated<string | null>;
  /** Whether the registrant is, and the guardian who has agreed, since when. */
  under18: Generated<boolean>;
  guardian_name: Generated<string | null>;
  guardian_agreed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  joined_at: Moment;
  status: Generated<"joined" | "waitlisted">;
  /** The order of arrival; somebody who misses an offer comes again. */
  seq: Generated<number>;
  /** How many people: the member and their guests. */
  party_size: Generated<number>;
  /** Until when spots are held for somebody on the waitlist; null while they have no offer. */
  offer_expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The event's `round` in which they missed an offer: until it is over they are not asked again. */
  missed_round: Generated<number | null>;
  /** When the member confirmed that they are coming. */
  attendance_confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/** The guests that a member brings; their ids are in the order in which they were named. */
export type Guests = {
  id: string;
  registration_id: string;
  name: string;
  under18: boolean;
  guardian_name: Generated<string | null>;
  guardian_agreed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/** Spots that are kept for an address until the person who reads its mail has confirmed it; `email` is in lower case. */
export type Reservations = {
  id: string;
  event_id: string;
  email: string;
  spots: number;
  expires_at: Moment;
};

/** What happened at an event, for its organizer; `digest` is the key of the mail that tells it, null while none does. */
export type Happenings = {
  id: string;
  event_id: string;
  /** Null when their account is gone, or when they never had one: then there is a `name`. */
  member_id: string | null;
  name: Generated<string | null>;
  kind: "joined" | "waitlisted" | "left";
  happened_at: Moment;
  digest: ColumnType<string | null, string | null | undefined, string | null>;
};
