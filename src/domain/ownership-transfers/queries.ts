import { sql } from "kysely";
import { isBlockedBetween } from "../blocks/queries.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
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
    .where((eb) => eb.or([eb("events.is_draft", "=", false), eb("events.organizer_id", "=", member.id)]))
    .select(["events.organizer_id", "ownership_transfers.email"])
    .select(isOfferBlocked.as("is_blocked"))
    .executeTakeFirst();
  if (!row) throw new Failure("not_found");
  const isMine = row.organizer_id === member.id;
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
