import type { ColumnType, Generated } from "kysely";
import type { MomentOfWriting } from "#db/moments.server.ts";

/**
 * Members: people with an account. The identity provider writes them, all code reads them; `email` is in lower case.
 */
export type Members = {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  image: string | null;
  /** The day of deletion, if the member has asked for it. */
  deletion_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The moment from which an outside provider's tokens count; null means always. */
  tokens_valid_from: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The secret of the member's own calendar; null until there is one. */
  calendar_secret: Generated<string | null>;
  /** The number of times that all access to the account was ended. */
  access_generation: Generated<number>;
  /** The address shown with the member's events instead of their own, and one that waits to be confirmed. */
  contact_email: Generated<string | null>;
  contact_email_pending: Generated<string | null>;
  /** True if their picture may be shown on the pages of events that they have joined. */
  shows_face: Generated<boolean>;
  /** The moment of a host's suspension, and its reason; null for nearly all members. */
  suspended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  suspended_for: Generated<string | null>;
  created_at: MomentOfWriting;
  updated_at: MomentOfWriting;
};
