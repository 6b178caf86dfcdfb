import type { ColumnType, Generated } from "kysely";
import type { Moment, MomentOfWriting } from "#db/moments.server.ts";

/** The gate of an event: its row is locked while marks get their numbers. */
export type Gates = { event_id: string; last_seq: Generated<number> };

/** What opens a gate on a helper's phone, or on the organizer's own. Its secret is signed, and not kept. */
export type GateKeys = {
  id: string;
  event_id: string;
  label: string;
  /** Null when their account is gone. */
  created_by: string | null;
  created_at: MomentOfWriting;
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Why it was revoked, where its organizer did not do it; null once they have made another in its place. */
  ended_by: Generated<"access" | "review" | "transfer" | null>;
};

/** A device that has opened the gate of an event. It made its id itself, one for all gates; `number` is 1 for the first of an event. */
export type GateDevices = {
  event_id: string;
  id: string;
  key_id: string;
  number: number;
  first_seen: Moment;
  last_seen: Moment;
  /** The last mark, by number, when its marks were cleared: whatever it made up to that one is void. */
  cleared_seq: Generated<number>;
  cleared_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/** The log of a gate: only added to. */
export type GateMarks = {
  /** Made where the mark was, so that it arrives once. */
  id: string;
  event_id: string;
  /** The order in which an event's marks arrived. */
  seq: number;
  /** Of a device that opened the gate, or of an organizer without one. */
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
  /** A registration's id for its registrant, a guest's, or one that a device made for a walk-in. */
  person_id: string | null;
  /** A walk-in's; '' a year after the event. */
  name: string | null;
  under18: Generated<boolean>;
  /** When it was made: by our clock, by the device's, and when it reached us. */
  at: Moment;
  device_at: Moment;
  received_at: Moment;
  /** The mark that this one takes back, of a press of Undo. */
  takes_back: Generated<string | null>;
  /** The other walk-in, of a mark that says of two that they are one person. */
  same_as: Generated<string | null>;
};

/** A mark that arrived when its device's right had ended: it counts once the organizer says so, and is then a mark like others. */
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
  /** Its place among those that arrived together. */
  position: number;
};

/** How a walk-in can be reached, if they want to. */
export type WalkInContacts = { mark_id: string; event_id: string; phone: string | null; email: string | null };

/** The four characters by which one person is found at the gate of one event. */
export type GateCodes = { event_id: string; person_id: string; code: string };

/** Somebody who left an event's list by their own wish while its gate counted, and may have been there before. */
export type GateLeavers = {
  event_id: string;
  /** Their registration's id, or the guest's; both are gone. */
  person_id: string;
  /** Who had registered: they themselves, or who had brought them. */
  owner_id: string;
  /** A guest's; a member's stands in their own row. */
  name: string | null;
  under18: boolean;
  left_at: Moment;
};
