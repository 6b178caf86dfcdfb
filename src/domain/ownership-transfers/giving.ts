import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { endKeysOfFormer } from "../access/ending.ts";
import { type Context, requireMember } from "../context.ts";
import { announceEvent } from "../events/announcing.ts";
import { type LockedEvent, lockedShownFor } from "../events/locking.ts";
import { enqueueAll, type Task } from "../outbox.ts";
import { membersAt } from "../registrations/people.ts";
import { requireRight, lockToRun } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { recordAction } from "../team-log/commands.ts";
import { hasEnded, spanOfRow } from "../time-zones/rules.ts";
import type { GivingInput } from "./shapes.ts";

/** The time after which people are told, in milliseconds: an event that is given by mistake is taken back by then. */
const toldAfter = 5 * 60_000;

/**
 * Gives an event to a community that the caller organizes, or back to the member who answers for it. Only the event's
 * owner may: its organizer, or an owner of its community. The member who answers for it stays, with their gate keys;
 * the keys of people who organize it no longer end, and so does an offer to another organizer. Registered people are
 * told, and no followers move. Repeating it changes nothing.
 * @throws Failure sign_in_required, not_found (also the community), not_yours (also the community), under_review
 */
export async function giveEvent(ctx: Context, eventId: string, { communityId }: GivingInput): Promise<Acknowledged> {
  const member = requireMember(ctx);
  await requireRight(ctx, eventId, rightFor.giveEvent);
  const given = await ctx.db.transaction().execute(async (tx) => {
    // A community's row is locked before its events, as by everything that ends rights there.
    if (communityId) await lockToRun(tx, ctx, communityId, rightFor.createEvent);
    const event = await lockedShownFor(tx, ctx, eventId, rightFor.giveEvent);
    if (event.owner_community_id === communityId) return null;
    const after = {
      ...event,
      owner_community_id: communityId,
      organizer_id: communityId ? member.id : event.organizer_id,
    };
    const { owner_community_id, organizer_id } = after;
    await tx
      .updateTable("events")
      .set({ owner_community_id, organizer_id, updated_at: ctx.now })
      .where("id", "=", event.id)
      .execute();
    await tx.deleteFrom("ownership_transfers").where("event_id", "=", event.id).execute();
    await endKeysOfFormer(tx, after, ctx.now);
    const words = owner_community_id === null ? "" : await nameOf(tx, owner_community_id);
    // The community that it leaves reads it, too.
    const did = communityId ? ({ action: "given", words } as const) : ({ action: "given_back" } as const);
    await recordAction(tx, communityId ? after : event, did, ctx);
    await tellPeople(tx, after, { by: member.id, now: ctx.now });
    return { from: event, after };
  });
  // The pages of both communities list it, or no longer.
  if (given) for (const one of [given.from, given.after]) announceEvent(ctx, one);
  return shape(Acknowledged, { acknowledged: true });
}

async function nameOf(tx: Transaction<Schema>, communityId: string): Promise<string> {
  const { title } = await tx
    .selectFrom("communities")
    .where("id", "=", communityId)
    .select("title")
    .executeTakeFirstOrThrow();
  return title;
}

/** Tells everybody who is registered whose the event is now, and who gets it back, except the member who gave it. */
async function tellPeople(tx: Transaction<Schema>, event: LockedEvent, { by, now }: { by: string; now: Date }) {
  if (event.cancelled_at || event.is_draft || hasEnded(spanOfRow(event), now)) return;
  const people = await tx
    .selectFrom(membersAt(event.id).as("registered"))
    .select(["registration_id", "member_id"])
    .where("member_id", "not in", [by, ...(event.owner_community_id ? [] : [event.organizer_id])])
    .execute();
  const tasks = people.map(({ registration_id: registrationId, member_id: memberId }): Task => {
    const payload = { eventId: event.id, memberId, registrationId, communityId: event.owner_community_id };
    return { kind: "event_given", key: `event_given:${registrationId}:${now.toISOString()}`, payload };
  });
  // An owner of the community gives the event back to the member who answers for it.
  const { id: eventId, organizer_id: memberId, owner_community_id: communityId } = event;
  const toMaker: Task[] =
    communityId || memberId === by
      ? []
      : [
          {
            kind: "event_given",
            key: `event_given:${eventId}:${now.toISOString()}`,
            payload: { eventId, memberId, communityId },
          },
        ];
  await enqueueAll(tx, [...tasks, ...toMaker], now, new Date(now.getTime() + toldAfter));
}
