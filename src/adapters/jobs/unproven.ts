import { sql } from "kysely";
import { preparedWith } from "#db/prepared.ts";
import type { Database } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import type { Letter } from "#domain/mail.ts";
import type { TaskKind } from "#domain/outbox.ts";
import type { LimitAttempts } from "#domain/ports.ts";

/**
 * The kinds of mail that were counted when they were requested, where the caller is refused; the owner of the address
 * waits for some of them.
 */
const countedBefore: readonly string[] = [
  "reset_password",
  "verify_email",
  "change_email",
  "confirm_newsletter",
  "confirm_contact_address",
  "ownership_offered",
  "organizer_invited",
  "contact_message",
] satisfies TaskKind[];

/**
 * Limits the mails per day to an unproved address, regardless of their cause: registering with a stranger's address
 * must not cause endless mail to that stranger. Later mails are dropped.
 */
export const limitUnproven =
  (db: Database, limitAttempts: LimitAttempts) =>
  async (kind: string, { to }: Letter): Promise<boolean> => {
    if (countedBefore.includes(kind) || (await isProven(db, to))) return true;
    try {
      await limitAttempts("unproven", { recipient: to });
      return true;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  };

const findProof = preparedWith<{ email: string }, { proven: boolean }>(
  (place) => sql`
    select exists (select from members where email = ${place("email")} and email_verified)
      or exists (select from subscribers where email = ${place("email")} and confirmed_at is not null) as proven`,
);

const isProven = async (db: Database, email: string): Promise<boolean> =>
  (await findProof(db, { email }))[0]?.proven ?? false;
