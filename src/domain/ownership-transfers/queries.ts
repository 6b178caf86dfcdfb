import { sql } from "kysely";
import { isBlockedBetween } from "../blocks/queries.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { mayOrganize } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { isId, shape } from "../shapes.ts";
import { OwnershipTransfer } from "./shapes.ts";

/** Returns whether an event is offered to another organizer. @throws Failure sign_in_required, not_found */
export async function getOwnershipTransfer(ctx: Context, eventId: string): Promise<OwnershipTransfer> {
  const member = requireMember(ctx);
  if (!isId(eventId)) throw new Failure("not_found");
  const row = await ctx.db
    .selectFrom("events")
    .leftJoin("ownership_transfers", "ownership_transfers.event_id", "events.id")
    .where("events.id", "=", eventId)
    .select([
      "events.id",
      "events.organizer_id",
      "events.owner_community_id",
      "events.is_draft",
      "ownership_transfers.email",
    ])
    .select(isOfferBlocked.as("is_blocked"))
    .executeTakeFirst();
  const isMine = row !== undefined && (await mayOrganize(ctx.db, ctx, row, rightFor.getOffer));
  if (!row || (row.is_draft && !isMine)) throw new Failure("not_found");
  return shape(OwnershipTransfer, {
    offeredTo: isMine ? row.email : null,
    toMe: !isMine && !row.is_blocked && row.email === member.email,
  });
}

/**
 * True if an offer's recipient and the organizer have blocked each other, as a condition for SQL. The organizer still
 * sees such an offer, but the recipient does not.
 */
export const isOfferBlocked = sql<boolean>`exists (
  select from events offered join members asked on asked.email = ownership_transfers.email
  where offered.id = ownership_transfers.event_id and ${isBlockedBetween(sql`offered.organizer_id`, sql`asked.id`)}
)`;
