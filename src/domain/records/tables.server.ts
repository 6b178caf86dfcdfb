import type { Generated } from "kysely";
import type { Moment } from "#db/moments.server.ts";

/** An event as it was when its organizer or its gate last recorded who came; it stays when the event is deleted. */
export type RecordEvents = {
  event_id: string;
  title: string;
  unit: string;
  event_date: Moment;
  event_end: Moment;
  time_zone: string;
  amount: number | null;
  kilograms: number | null;
  /** The organizer, as long as they have an account. */
  said_by: string | null;
  /** The organizer's name at that time; null if the record comes from the gate. */
  said_name: string | null;
  /** True if their address was confirmed at that time. */
  is_proven: Generated<boolean>;
  said_at: Moment;
};

/** A member's own note about their work at an event. */
export type RecordNotes = { member_id: string; event_id: string; note: string };

/** The public keys of all credentials; each credential can be verified forever. */
export type CredentialKeys = {
  /** The thumbprint of the key (RFC 7638). */
  id: string;
  /** As a JWK. */
  public_key: string;
  used_since: Moment;
};

/** A proof of hours made by a member. When it is revoked, its contents are deleted. */
export type Credentials = {
  /** 128 random bits, as 32 hexadecimal digits. */
  id: string;
  /** Null once the account is gone. */
  member_id: string | null;
  key_id: string;
  /** The member's own name for it, which other people do not see. */
  label: Generated<string>;
  /** The signed credential, as a JWT. */
  token: string | null;
  made_at: Moment;
  revoked_at: Moment | null;
  revoked_by: "member" | "organizer" | "host" | "account" | "asserter" | null;
};

/** The hours in a credential, so that it is found when they are corrected. */
export type CredentialHours = { credential_id: string; event_id: string; hours: number };
