import type { Context } from "../context.ts";
import { findEvent } from "../events/queries.ts";
import { hasBegun } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import { standingOf } from "../joins/queries.ts";
import { LinkedPlace } from "./shapes.ts";

type Here = Pick<Context, "db" | "now">;

/**
 * What the link in a mail about a place leads to, by the id of the join that was signed into it: for whoever has the mail,
 * logged in or not. A place that was taken anew is another one, of which an old mail knows nothing.
 * @throws Failure link_broken (no id of ours), place_gone
 */
export async function getLinkedPlace(ctx: Here, joinId: string | null): Promise<LinkedPlace> {
  const { event_id, member_id, confirmed_at } = await joinBy(ctx, joinId);
  const event = await findEvent(ctx.db, event_id);
  const place = await standingOf(ctx, event_id, member_id);
  if (!event || place.state === null) throw new Failure("place_gone");
  const begun = hasBegun(event.eventDate, ctx.now);
  return LinkedPlace.parse({ event, place, begun, confirmed: confirmed_at !== null });
}

/** The join that a link is about. @throws Failure link_broken, place_gone */
export async function joinBy({ db }: Pick<Context, "db">, joinId: string | null) {
  if (joinId === null) throw new Failure("link_broken");
  const join = await db.selectFrom("joins").selectAll().where("id", "=", joinId).executeTakeFirst();
  if (!join) throw new Failure("place_gone");
  return join;
}
