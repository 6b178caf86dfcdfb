import type { Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { requireReachable } from "../members/queries.ts";
import type { Member } from "../members/shapes.ts";
import { enqueue, type Tasks } from "../outbox.ts";
import { type Proof, provesFor } from "./rules.ts";

/** A request that may need a proof of identity; null if none is known. */
export type Proving = Context & { proof: Proof | null };

/**
 * Requires proof of identity before members give others access, or change a contact address or the like. Their address
 * must be confirmed, if the site sends mail, and the proof must be less than ten minutes old. A stolen session is not
 * enough.
 * @throws Failure sign_in_required, email_unconfirmed, log_in_again
 */
export async function requireProof(ctx: Proving): Promise<Member> {
  const member = requireMember(ctx);
  if (!ctx.proof || ctx.now.getTime() - ctx.proof.at.getTime() > provesFor) throw new Failure("log_in_again");
  await requireReachable(ctx);
  return member;
}

/**
 * Locks the caller's account until the transaction ends, so that work begun before all access ended cannot finish
 * afterwards. Events must be locked before this.
 * @throws Failure sign_in_required
 */
export async function requireStillIn(tx: Transaction<Schema>, ctx: Proving): Promise<void> {
  const { id } = requireMember(ctx);
  const row = await tx
    .selectFrom("members")
    .select("access_generation")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row?.access_generation !== ctx.proof?.generation) throw new Failure("sign_in_required");
}

/** Mails a member that a right for others was created in their account. */
export const tellOfRight = (tx: Transaction<Schema>, made: Tasks["right_made"], now: Date) =>
  enqueue(tx, { kind: "right_made", key: `right_made:${newId()}`, payload: made }, now);

/** Organizers often make several gate keys in a row: one mail reports all keys made within this many milliseconds. */
const keysToldEvery = 3 * 60_000;

/** Mails a member that a gate key was created. */
export async function tellOfGateKey(
  tx: Transaction<Schema>,
  { memberId, eventId }: { memberId: string; eventId: string },
  now: Date,
): Promise<void> {
  const from = new Date(Math.floor(now.getTime() / keysToldEvery) * keysToldEvery);
  const until = new Date(from.getTime() + keysToldEvery);
  const key = `gate_keys_made:${memberId}:${eventId}:${from.toISOString()}`;
  const payload = { memberId, eventId, from: from.toISOString(), until: until.toISOString() };
  await enqueue(tx, { kind: "gate_keys_made", key, payload }, now, until);
}
