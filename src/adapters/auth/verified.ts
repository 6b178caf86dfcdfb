import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { publishDrafts } from "#domain/organizing/commands.ts";
import { moveSubscription } from "#domain/subscribers/commands.ts";

type Shown = {
  now: Date;
  /** Whether the person who shows it is the one who used the account until now: then its drafts are theirs, too. */
  isSame: boolean;
  /** The address, when it becomes the member's with that. */
  email?: string;
};

/**
 * Notes that a member's address is theirs, and publishes what has waited for that: the one place where an address becomes
 * confirmed, whichever way it is shown. Whoever comes to an account that somebody else may have made with their address finds
 * the drafts, and publishes them or not: they would be in their name.
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
  // In an account that was confirmed, drafts wait for their owner: somebody else may have written them before.
  return isSame && !wasVerified ? publishDrafts(tx, memberId, now) : 0;
}
