import type { ColumnType, Generated } from "kysely";
import type { Moment, MomentOfWriting } from "#db/moments.server.ts";

/** The gate of an event: its row is locked while marks get their numbers. */
export type Gates = { event_id: string; last_seq: Generated<number> };

/** A key that opens a gate on a helper's phone, or on the organizer's own. Its secret is signed, and not stored. */
export type GateKeys = {
  id: string;
  event_id: string;
  label: string;
  /** Null once their account is deleted. */
  created_by: string | null;
  created_at: MomentOfWriting;
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /**
   * The reason for the end of a key that its organizer did not revoke; null once they have made another in its place.
   */
  ended_by: Generated<"access" | "review" | "transfer" | null>;
};

/**
 * A device that has opened the gate of an event. It made its id itself, one for all gates; `number` is 1 for the first
 * device of an event.
 */
export type GateDevices = {
  event_id: string;
  id: string;
  key_id: string;
  number: number;
  first_seen: Moment;
  last_seen: Moment;
  /** The number of the last mark when its marks were cleared: all of its marks up to that one are void. */
  cleared_seq: Generated<number>;
  cleared_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/** The log of a gate, which only grows. */
export type GateMarks = {
  /** The id is made on the device, so that the mark is stored once. */
  id: string;
  event_id: string;
  /** The order in which an event's marks arrived. */
  seq: number;
  /** The device that opened the gate, or null for the organizer without one. */
  device_id: string | null;
  member_id: string | null;
  kind:
    | "here"
    | "undone"
    | "walk_in"
    | "closed"
    | "opened"
    | "guardian_asked"
    | "guardian_unasked"
    | "same_person"
    | "two_persons";
  /** The id of a registration for its registrant, of a guest, or one that a device made for a walk-in. */
  person_id: string | null;
  /** The name of a walk-in; '' a year after the event. */
  name: string | null;
  under18: Generated<boolean>;
  /** The time of the mark by our clock, by the device's clock, and the time at which it reached us. */
  at: Moment;
  device_at: Moment;
  received_at: Moment;
  /** The mark that this one undoes, after a press of Undo. */
  takes_back: Generated<string | null>;
  /** The other walk-in, in a mark that two entries are the same person. */
  same_as: Generated<string | null>;
};

/**
 * A mark that arrived after its device had lost its right: once the organizer accepts it, it becomes an ordinary mark.
 */
export type GateLateMarks = {
  id: string;
  event_id: string;
  device_id: string;
  kind: GateMarks["kind"];
  person_id: string | null;
  name: string | null;
  under18: Generated<boolean>;
  phone: string | null;
  email: string | null;
  takes_back: string | null;
  same_as: Generated<string | null>;
  at: Moment;
  device_at: Moment;
  received_at: Moment;
  /** Its position among marks that arrived together. */
  position: number;
};

/** The optional contact details of a walk-in. */
export type WalkInContacts = { mark_id: string; event_id: string; phone: string | null; email: string | null };

/** The four characters that identify one person at the gate of one event. */
export type GateCodes = { event_id: string; person_id: string; code: string };

/** A person who left an event's list by their own choice while its gate counted, and may have been there before. */
export type GateLeavers = {
  event_id: string;
  /** The id of their registration or guest row, both deleted. */
  person_id: string;
  /** The registrant: the same person, or the member who brought them. */
  owner_id: string;
  /** The name of a guest; a member's name is in their own row. */
  name: string | null;
  under18: boolean;
  left_at: Moment;
};
