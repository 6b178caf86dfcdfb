import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { isId } from "../shapes.ts";
import { Offer } from "./shapes.ts";

/** Whether an event is offered to somebody else to organise. @throws Failure sign_in_required, not_found */
export async function getOffer(ctx: Context, eventId: string): Promise<Offer> {
  const member = requireMember(ctx);
  if (!isId(eventId)) throw new Failure("not_found");
  const row = await ctx.db
    .selectFrom("events")
    .leftJoin("handovers", "handovers.event_id", "events.id")
    .where("events.id", "=", eventId)
    .select(["events.organizer_id", "handovers.email"])
    .executeTakeFirst();
  if (!row) throw new Failure("not_found");
  const isMine = row.organizer_id === member.id;
  return Offer.parse({ offeredTo: isMine ? row.email : null, toMe: !isMine && row.email === member.email });
}
