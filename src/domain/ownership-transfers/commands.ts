import type { Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { endOfferAt, endRightsAt } from "../access/ending.ts";
import { type Proving, requireProof, requireStillIn, tellOfRight } from "../access/proof.ts";
import { type Context, requireMember } from "../context.ts";
import { type LockedEvent, lockedShownFor, lockEvent, lockPublicEvent } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import { enqueue, enqueueAll, type Task } from "../outbox.ts";
import type { LimitAttempts } from "../ports.ts";
import { endingAt, isInForce, isOpenAt, mayOrganize, requireRight } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { recordAction } from "../team-log/commands.ts";
import { hasEnded, spanOfRow } from "../time-zones/rules.ts";
import { isOfferBlocked } from "./queries.ts";
import type { TransferInput } from "./shapes.ts";

const done = () => shape(Acknowledged, { acknowledged: true });

/**
 * Offers an event of the calling member to the owner of an address, and tells them by mail. A member becomes an
 * organizer, with name and address on the event's page, only by accepting. A later offer replaces an earlier one. The
 * calling member gets a mail about it too. An event of a community is given back before.
 * @throws Failure sign_in_required, not_found, not_yours, log_in_again, email_unconfirmed, event_over, invalid (one's
 * own address), too_many_mails, under_review, of_community
 */
export async function offerOwnership(
  ctx: Proving & { limitAttempts: LimitAttempts },
  eventId: string,
  { email: typed, memberId = "" }: TransferInput,
): Promise<Acknowledged> {
  const member = requireMember(ctx);
  await requireRight(ctx, eventId, rightFor.offerEvent);
  await requireProof(ctx);
  const email = typed ?? (await addressOf(ctx, eventId, memberId));
  await ctx.limitAttempts("outreach", { account: member.id, recipient: email });
  return ctx.db.transaction().execute(async (tx) => {
    const event = await lockedShownFor(tx, ctx, eventId, rightFor.offerEvent);
    if (event.owner_community_id) throw new Failure("of_community");
    if (hasEnded(spanOfRow(event), ctx.now)) throw new Failure("event_over");
    if (email === member.email) throw new Failure("invalid", [{ path: "email", rule: "rule.email.own" }]);
    await requireStillIn(tx, ctx);
    const offer = { email, offered_at: ctx.now };
    await tx
      .insertInto("ownership_transfers")
      .values({ event_id: event.id, ...offer })
      .onConflict((conflict) => conflict.column("event_id").doUpdateSet(offer))
      .execute();
    const payload = { eventId: event.id, email };
    await enqueue(tx, { kind: "ownership_offered", key: `ownership_offered:${newId()}`, payload }, ctx.now);
    await tellOfRight(tx, { memberId: member.id, what: "ownership_offer", ...payload }, ctx.now);
    await recordAction(tx, event, { action: "offered", words: email }, ctx);
    return done();
  });
}

/**
 * Ends an offer: the organizer takes it back, or the recipient declines it.
 * @throws Failure sign_in_required, not_found
 */
export async function endOwnershipTransfer(ctx: Context, eventId: string): Promise<Acknowledged> {
  const member = requireMember(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const event = await lockEvent(tx, eventId);
    const mayEnd = await mayOrganize(tx, ctx, event, rightFor.endOffer);
    if (event.is_draft && !mayEnd) throw new Failure("not_found");
    await tx
      .deleteFrom("ownership_transfers")
      .where("event_id", "=", event.id)
      .$if(!mayEnd, (query) => query.where("email", "=", member.email))
      .execute();
    return done();
  });
}

/**
 * Makes the calling member the organizer of an event offered to their address. They must have confirmed the address,
 * because anyone can type it. The previous organizer is told. If one of the organizers accepts, the previous owner
 * becomes one and the others stay. If another member accepts, the rights of all of them end there.
 * @throws Failure sign_in_required, not_found (no such event, or not offered to them), email_unconfirmed, under_review
 */
export async function acceptOwnership(ctx: Context, eventId: string): Promise<Acknowledged> {
  const { id } = requireMember(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const event = await lockPublicEvent(tx, eventId);
    const member = await tx
      .selectFrom("members")
      .innerJoin("ownership_transfers", "ownership_transfers.email", "members.email")
      .where("members.id", "=", id)
      .where("ownership_transfers.event_id", "=", event.id)
      .where((eb) => eb.not(isOfferBlocked))
      .select("email_verified")
      .executeTakeFirst();
    if (!member) throw new Failure("not_found");
    if (!member.email_verified) throw new Failure("email_unconfirmed");

    await recordAction(tx, event, { action: "taken_over" }, ctx);
    await tx.updateTable("events").set({ organizer_id: id, updated_at: ctx.now }).where("id", "=", event.id).execute();
    const isOneOfThem = await passOwnership(tx, event, id, ctx.now);
    // The other organizers, and the helpers who hold gate keys, are strangers to a new organizer from outside.
    if (!isOneOfThem) await tellLetGo(tx, event, id, ctx.now);
    await (isOneOfThem ? endOfferAt(tx, event.id) : endRightsAt(tx, event.id, "transfer", ctx.now));
    const payload = { eventId: event.id, memberId: event.organizer_id };
    await enqueue(tx, { kind: "ownership_accepted", key: `ownership_accepted:${newId()}`, payload }, ctx.now);
  });
  ctx.announce(eventId);
  return done();
}

/**
 * Makes the previous owner an organizer, if the new one has been one, whose own right ends.
 * @returns whether they have been one
 */
async function passOwnership(tx: Transaction<Schema>, event: LockedEvent, id: string, now: Date): Promise<boolean> {
  const held = await tx
    .updateTable("rights")
    .set({ until: endingAt(now) })
    .where("event_id", "=", event.id)
    .where(isInForce(id, now))
    .returning("id")
    .executeTakeFirst();
  if (!held) return false;
  const right = { id: newId(), member_id: event.organizer_id, event_id: event.id, role: "organizer" as const };
  await tx
    .insertInto("rights")
    .values({ ...right, given_by: id, given_at: now })
    .execute();
  return true;
}

/** Tells the organizers of an event that their rights end with its transfer. */
async function tellLetGo(tx: Transaction<Schema>, event: LockedEvent, endedBy: string, now: Date): Promise<void> {
  const held = await tx
    .selectFrom("rights")
    .where("event_id", "=", event.id)
    .where(isOpenAt(now))
    .select(["id", "member_id"])
    .execute();
  const tasks = held.map(({ id, member_id: memberId }): Task => {
    const payload = { memberId, endedBy, eventId: event.id };
    return { kind: "organizing_ended", key: `organizing_ended:${id}`, payload };
  });
  await enqueueAll(tx, tasks, now);
}

/** The address of one of the organizers of an event. @throws Failure not_found */
async function addressOf({ db, now }: Context, eventId: string, memberId: string): Promise<string> {
  const row = await db
    .selectFrom("rights")
    .innerJoin("members", "members.id", "rights.member_id")
    .where("event_id", "=", eventId)
    .where(isInForce(memberId, now))
    .select("email")
    .executeTakeFirst();
  if (!row) throw new Failure("not_found");
  return row.email;
}
