import type { Generated } from "kysely";
import type { Moment } from "#db/moments.server.ts";

/** An event as it was when its organizer said last who came, or its gate did; it stays when the event goes. */
export type RecordEvents = {
  event_id: string;
  title: string;
  unit: string;
  event_date: Moment;
  event_end: Moment;
  time_zone: string;
  amount: number | null;
  kilograms: number | null;
  /** Whoever says so, for as long as they have an account. */
  said_by: string | null;
  /** Their name as it was then; null where nobody says it, and the gate is believed. */
  said_name: string | null;
  /** Whether their address was confirmed then. */
  is_proven: Generated<boolean>;
  said_at: Moment;
};

/** A member's own words about what they did at an event. */
export type RecordNotes = { member_id: string; event_id: string; note: string };

/** The public keys that credentials were signed with: what was signed can be checked for good. */
export type CredentialKeys = {
  /** The thumbprint of the key (RFC 7638). */
  id: string;
  /** As a JWK. */
  public_key: string;
  used_since: Moment;
};

/** A proof of hours that a member has made. Once it is revoked, nothing of what stood in it is kept. */
export type Credentials = {
  /** 128 random bits, as 32 hexadecimal digits. */
  id: string;
  /** Null once the account is gone. */
  member_id: string | null;
  key_id: string;
  /** What the member calls it; nobody else sees it. */
  label: Generated<string>;
  /** The signed credential, as a JWT. */
  token: string | null;
  made_at: Moment;
  revoked_at: Moment | null;
  revoked_by: "member" | "organizer" | "host" | "account" | "asserter" | null;
};

/** Which hours a credential speaks of, so that it is found when they are corrected. */
export type CredentialHours = { credential_id: string; event_id: string; hours: number };
