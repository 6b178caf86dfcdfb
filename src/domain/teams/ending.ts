import type { Kysely, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { endGivenAt } from "../access/ending.ts";
import { type Context, requireMember } from "../context.ts";
import { enqueue } from "../outbox.ts";
import { passEventsOn } from "../rights/passing.ts";
import { endingAt } from "../rights/queries.ts";
import { recordAction } from "../team-log/commands.ts";
import { columnOf, inLog, type LockedPlace } from "./places.ts";
import { undoWithin } from "./rules.ts";

/** A right that ends. */
type Right = { id: string; member_id: string; role: "owner" | "organizer" };

/**
 * Ends a right at a locked place, with what its holder gave to others there: gate keys and invitations, and offers of
 * events if they owned them; and with offers to them. Their drafts and messages stay with the event. A holder who did
 * not leave themselves is told by mail.
 * @returns the ids of the community's events that have another organizer now
 */
export async function endRight(
  tx: Transaction<Schema>,
  place: LockedPlace,
  right: Right,
  ctx: Context,
): Promise<string[]> {
  const by = requireMember(ctx).id;
  const memberId = right.member_id;
  const hasLeft = by === memberId;
  const ended = { until: endingAt(ctx.now), ended_by: hasLeft ? null : by };
  await tx.updateTable("rights").set(ended).where("id", "=", right.id).execute();
  const passed =
    place.about === "community" ? await passEventsOn(tx, { memberId, communityId: place.id }, ctx.now) : [];
  // The entry locks the caller's row: after events, and before keys, as everywhere.
  const entry = hasLeft ? ({ action: "left" } as const) : ({ action: "right_ended", words: memberId } as const);
  await recordAction(tx, inLog(place), entry, ctx);
  await endGivenAt(tx, memberId, eventsAt(tx, place), ctx.now);
  await tx.deleteFrom("invitations").where("invited_by", "=", memberId).where(columnOf(place), "=", place.id).execute();
  await endOffers(tx, place, right);
  if (!hasLeft) {
    const at = place.about === "event" ? { eventId: place.id } : { communityId: place.id };
    const payload = { memberId, endedBy: by, ...at };
    const task = { kind: "organizing_ended", key: `organizing_ended:${right.id}`, payload } as const;
    // No mail goes out about a slip that is undone.
    await enqueue(tx, task, ctx.now, new Date(ctx.now.getTime() + undoWithin));
  }
  return passed.map(({ id }) => id);
}

/** The events at a place, as a subquery. */
const eventsAt = (db: Kysely<Schema>, { about, id }: Pick<LockedPlace, "about" | "id">) =>
  db
    .selectFrom("events")
    .where(about === "event" ? "id" : "owner_community_id", "=", id)
    .select("id");

/** Ends the offers of events at a place that a holder of a right could make there, or that were made to them. */
export async function endOffers(
  tx: Transaction<Schema>,
  place: LockedPlace,
  { member_id, role }: Omit<Right, "id">,
): Promise<void> {
  const theirs = tx.selectFrom("members").where("id", "=", member_id).select("email");
  await tx
    .deleteFrom("ownership_transfers")
    .where("event_id", "in", eventsAt(tx, place))
    .$if(role !== "owner", (query) => query.where("email", "in", theirs))
    .execute();
}
