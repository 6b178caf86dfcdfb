import type { Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { requireReachable } from "../members/queries.ts";
import type { Member } from "../members/shapes.ts";
import { enqueue, type Tasks } from "../outbox.ts";
import { type Proof, provesFor } from "./rules.ts";

/** A request whose caller may have to prove who they are; null where nothing tells. */
export type Proving = Context & { proof: Proof | null };

/**
 * The member who asks for what gives access to others, or speaks for them: their address is confirmed, where it can be, and they have
 * proved within ten minutes who they are. A session that somebody got hold of is not enough.
 * @throws Failure sign_in_required, email_unconfirmed, log_in_again
 */
export async function requireProof(ctx: Proving): Promise<Member> {
  const member = requireMember(ctx);
  if (!ctx.proof || ctx.now.getTime() - ctx.proof.at.getTime() > provesFor) throw new Failure("log_in_again");
  await requireReachable(ctx);
  return member;
}

/**
 * Locks the account of the member who asks, who may change it, until the transaction ends: what was begun before all access ended does not
 * finish after it. Events are locked before.
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

/** Has a member told by mail of something that was made in their account and gives others a right. */
export const tellOfRight = (tx: Transaction<Schema>, made: Tasks["right_made"], now: Date) =>
  enqueue(tx, { kind: "right_made", key: `right_made:${newId()}`, payload: made }, now);

/** Keys of a gate are made several at a time: one mail tells those of so many milliseconds. */
const keysToldEvery = 3 * 60_000;

/** The same of a key of a gate. */
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
