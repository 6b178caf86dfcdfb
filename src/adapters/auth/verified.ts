import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { publishDrafts } from "#domain/organizing/commands.ts";
import { moveSubscription } from "#domain/subscribers/commands.ts";

type Shown = {
  now: Date;
  /**
   * True if the person who proves the address is the one who has used the account until now: then its drafts are
   * theirs, too.
   */
  isSame: boolean;
  /** The address, if the proof makes it the member's. */
  email?: string;
};

/**
 * Records that a member's address is theirs, and publishes the drafts that waited for that. It is the only place where
 * an address becomes confirmed, by any proof. If another person may have made the account with the owner's address, the
 * drafts stay for the owner to publish or not, because they would be in the owner's name.
 * @returns how many drafts were published
 */
export async function markVerified(tx: Transaction<Schema>, memberId: string, { now, isSame, email }: Shown) {
  if (email !== undefined) await moveSubscription(tx, memberId, email);
  const { email_verified: wasVerified } = await tx
    .selectFrom("members")
    .select("email_verified")
    .where("id", "=", memberId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("members")
    .set({ email_verified: true, updated_at: now, ...(email !== undefined && { email }) })
    .where("id", "=", memberId)
    .execute();
  // If the account was confirmed already, drafts wait for their owner, because another person may have written them.
  return isSame && !wasVerified ? publishDrafts(tx, memberId, now) : 0;
}
