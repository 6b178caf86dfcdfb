import { isBlockedAt } from "../blocks/queries.ts";
import type { Context } from "../context.ts";
import { inLine } from "../events/line.ts";
import { lockPublicEvent } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import { takeOver } from "../registrations/added.ts";
import { requireOpen } from "../registrations/reservations.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { hasBegun, spanOfRow } from "../time-zones/rules.ts";
import { findOwner, requireAdded } from "./queries.ts";

/**
 * Makes a spot that is held by name the reader's own, signed in or not, by the id signed into their mail's link: the
 * registration becomes that of the member with the address. A link that was used changes nothing.
 * @throws Failure link_broken, spot_gone (removed, or the member is suspended), not_found, under_review,
 * event_cancelled, event_over, event_begun, account_needed (nobody has confirmed the address), cannot_join (a block)
 */
export async function takeAddedSpot(
  ctx: Pick<Context, "db" | "now" | "announce" | "sendsMail">,
  addedId: string | null,
): Promise<Acknowledged> {
  const { event_id: eventId } = await requireAdded(ctx.db, addedId);
  await inLine(eventId, () =>
    ctx.db.transaction().execute(async (tx) => {
      const event = await lockPublicEvent(tx, eventId);
      // The event's row is locked, so the person cannot be removed, and the link cannot be used, after this read.
      const added = await requireAdded(tx, addedId);
      if (added.email === null) return;
      requireOpen(event, ctx.now);
      if (hasBegun(spanOfRow(event), ctx.now)) throw new Failure("event_begun");
      const owner = await findOwner({ ...ctx, db: tx }, added.email);
      if (!owner) throw new Failure("account_needed");
      if (await isBlockedAt(tx, event.id, owner.id)) throw new Failure("cannot_join");
      await takeOver(tx, event, added, owner.id, ctx.now);
    }),
  );
  ctx.announce(eventId);
  return shape(Acknowledged, { acknowledged: true });
}
