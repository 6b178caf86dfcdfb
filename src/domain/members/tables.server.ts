import type { ColumnType, Generated } from "kysely";
import type { MomentOfWriting } from "#db/moments.server.ts";

/** Members: people with an account. Written by the identity provider, read by everyone; `email` is in lower case. */
export type Members = {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  image: string | null;
  /** When the account goes, if its member has asked for that. */
  deletion_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** From when on an outside provider's tokens count; null is always. */
  tokens_valid_from: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The secret of the member's own calendar; null until there is one. */
  calendar_secret: Generated<string | null>;
  /** How often everything that gives access to the account was ended. */
  access_generation: Generated<number>;
  /** The address that stands with the member's events instead of their own, and one that waits to be confirmed. */
  contact_email: Generated<string | null>;
  contact_email_pending: Generated<string | null>;
  /** Whether their face may be shown on the pages of events that they have joined. */
  shows_face: Generated<boolean>;
  /** Since when a host keeps the member out, and why; null for nearly everybody. */
  suspended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  suspended_for: Generated<string | null>;
  created_at: MomentOfWriting;
  updated_at: MomentOfWriting;
};
