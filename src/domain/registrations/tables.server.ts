import type { ColumnType, Generated } from "kysely";
import type { Moment } from "#db/moments.server.ts";

/**
 * A registration: a member and their guests have joined an event or are on its waitlist. A person without an e-mail
 * address is registered by name.
 */
export type Registrations = {
  id: string;
  event_id: string;
  /** Null for a person whom the organizer added, who then has a `name`. */
  member_id: string | null;
  name: Generated<string | null>;
  phone: Generated<string | null>;
  /** The registrant's own age flag, and the guardian who has agreed, with the date. */
  under18: Generated<boolean>;
  guardian_name: Generated<string | null>;
  guardian_agreed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  joined_at: Moment;
  status: Generated<"joined" | "waitlisted">;
  /** The order of arrival; a member who misses an offer gets a new number. */
  seq: Generated<number>;
  /** The number of people: the member and their guests. */
  party_size: Generated<number>;
  /** The time until which spots are held for a waitlisted member; null while they have no offer. */
  offer_expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The event's `round` in which they missed an offer; they are not asked again in it. */
  missed_round: Generated<number | null>;
  /** The time at which the member confirmed their attendance. */
  attendance_confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The regular of the event's series for whom it was made; they get one mail a week for all of these. */
  regular_id: Generated<string | null>;
};

/** The guests that a member brings; the ids sort in the order in which the guests were named. */
export type Guests = {
  id: string;
  registration_id: string;
  name: string;
  under18: boolean;
  guardian_name: Generated<string | null>;
  guardian_agreed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/** The spots kept for an address until the reader of its mail has confirmed; `email` is in lower case. */
export type Reservations = {
  id: string;
  event_id: string;
  email: string;
  spots: number;
  expires_at: Moment;
};

/**
 * An action at an event, to be told to its organizers; `digest` is the key of the mail that tells it to the last of
 * them, null until then.
 */
export type Happenings = {
  id: string;
  event_id: string;
  /** Null if their account is gone, or if they never had one; then there is a `name`. */
  member_id: string | null;
  name: Generated<string | null>;
  kind: "joined" | "waitlisted" | "left";
  happened_at: Moment;
  digest: ColumnType<string | null, string | null | undefined, string | null>;
};

/** The mail that tells a happening to one of several organizers; it may be one that they do not want. */
export type HappeningTellings = { happening_id: string; member_id: string; digest: string };

/**
 * The people whom organizers added by name, with an address to which one mail goes; its link makes the spot theirs.
 */
export type AddedPeople = {
  id: string;
  event_id: string;
  /** The row that the link is about; if the person was on the list already, their own. */
  registration_id: string;
  /** In lower case; null once the spot is theirs. */
  email: string | null;
  /** True if the held spot was freed, because they were on the list already. */
  freed: Generated<boolean>;
  /** Null if their account is gone. */
  added_by: string | null;
  added_at: Moment;
};
