import { newId } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { lockEvent, lockOwnEvent } from "../events/commands.ts";
import { hasEnded } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import { enqueue } from "../outbox.ts";
import { OfferAnswer, type OfferInput } from "./shapes.ts";

const done = () => OfferAnswer.parse({ acknowledged: true });

/**
 * Offers an event of the member who asks to whoever has an address, who is told by mail. Nobody becomes an organiser,
 * with their name and address on the event's page, without having said yes. A later offer takes an earlier one's place.
 * @throws Failure sign_in_required, not_found, not_yours, event_over, invalid (one's own address)
 */
export async function offerEvent(ctx: Context, eventId: string, { email }: OfferInput): Promise<OfferAnswer> {
  const member = requireMember(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const event = await lockOwnEvent(tx, eventId, member.id);
    if (hasEnded(event.event_end, ctx.now)) throw new Failure("event_over");
    if (email === member.email) throw new Failure("invalid", [{ path: "email", rule: "rule.email.own" }]);
    const offer = { email, offered_at: ctx.now };
    await tx
      .insertInto("handovers")
      .values({ event_id: event.id, ...offer })
      .onConflict((conflict) => conflict.column("event_id").doUpdateSet(offer))
      .execute();
    const payload = { eventId: event.id, email };
    await enqueue(tx, { kind: "event_offered", key: `event_offered:${newId()}`, payload }, ctx.now);
    return done();
  });
}

/** Ends an offer: taken back by the organiser, or declined by whom it was made to. @throws Failure sign_in_required, not_found */
export async function endOffer(ctx: Context, eventId: string): Promise<OfferAnswer> {
  const member = requireMember(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const event = await lockEvent(tx, eventId);
    await tx
      .deleteFrom("handovers")
      .where("event_id", "=", event.id)
      .$if(event.organizer_id !== member.id, (query) => query.where("email", "=", member.email))
      .execute();
    return done();
  });
}

/**
 * Makes the member who asks the organiser of an event that is offered to their address, which they have to have confirmed:
 * an address is typed by anybody. Who organised it until now is told.
 * @throws Failure sign_in_required, not_found (no such event, or not offered to them), email_unconfirmed
 */
export async function takeOver(ctx: Context, eventId: string): Promise<OfferAnswer> {
  const { id } = requireMember(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const event = await lockEvent(tx, eventId);
    const member = await tx
      .selectFrom("members")
      .innerJoin("handovers", "handovers.email", "members.email")
      .where("members.id", "=", id)
      .where("handovers.event_id", "=", event.id)
      .select("email_verified")
      .executeTakeFirst();
    if (!member) throw new Failure("not_found");
    if (!member.email_verified) throw new Failure("email_unconfirmed");

    await tx.updateTable("events").set({ organizer_id: id, updated_at: ctx.now }).where("id", "=", event.id).execute();
    await tx.deleteFrom("handovers").where("event_id", "=", event.id).execute();
    const payload = { eventId: event.id, memberId: event.organizer_id };
    await enqueue(tx, { kind: "event_taken_over", key: `event_taken_over:${newId()}`, payload }, ctx.now);
    return done();
  });
}
