import type { Selectable, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { changePlaces, giveUpPlaces, takeOffered } from "../joins/commands.ts";
import type { Acknowledged } from "../joins/shapes.ts";
import { joinBy } from "./queries.ts";

// What the links in mails do, logged in or not: each by the id of the join that was signed into it.

type Here = Pick<Context, "db" | "now" | "announce">;

/**
 * Notes that who has a place has said once more that they are coming.
 * @throws Failure link_broken, place_gone, event_over, event_cancelled, no_offer (they only wait)
 */
export const confirmPlace = (ctx: Here, joinId: string | null): Promise<Acknowledged> =>
  changeLinked(ctx, joinId, async (tx, event, join) => {
    if (event.cancelled_at) throw new Failure("event_cancelled");
    if (join.state !== "joined") throw new Failure("no_offer");
    await tx.updateTable("joins").set({ confirmed_at: ctx.now }).where("id", "=", join.id).execute();
  });

/**
 * Takes the places that are offered, as `takeOffer` does.
 * @throws Failure link_broken, place_gone, event_over, event_cancelled, no_offer
 */
export const takePlace = (ctx: Here, joinId: string | null): Promise<Acknowledged> =>
  changeLinked(ctx, joinId, async (tx, event, join) => {
    await takeOffered(tx, event, join.member_id, ctx.now);
  });

/**
 * Gives the places back, or leaves the line, as `leaveEvent` does.
 * @throws Failure link_broken, place_gone, event_over
 */
export const freePlace = (ctx: Here, joinId: string | null): Promise<Acknowledged> =>
  changeLinked(ctx, joinId, async (tx, event, join) => {
    await giveUpPlaces(tx, event, join.member_id, ctx.now);
  });

type Event = Selectable<Schema["events"]>;
type Join = Selectable<Schema["joins"]>;

async function changeLinked(
  ctx: Here,
  joinId: string | null,
  change: (tx: Transaction<Schema>, event: Event, join: Join) => Promise<void>,
): Promise<Acknowledged> {
  const { id, event_id } = await joinBy(ctx, joinId);
  return changePlaces(ctx, event_id, async (tx, event) => {
    // The event's row is locked: what the join is now, it stays.
    const join = await tx.selectFrom("joins").selectAll().where("id", "=", id).executeTakeFirst();
    if (!join) throw new Failure("place_gone");
    await change(tx, event, join);
  });
}
