import type { Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { isInForce } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { recordAction } from "../team-log/commands.ts";
import { type At, columnOf, columnsOf, inLog, type LockedPlace, lockPlace, mayDo, roleHere } from "./places.ts";
import { undoWithin } from "./rules.ts";

/**
 * Undoes the end of a right within a minute, for the member who ended it: another's, or the caller's own. The right
 * begins again in the same role, as a new row. Gate keys, invitations and offers that ended with it do not, and events
 * that passed to others stay with them. Repeating it changes nothing.
 * @throws Failure sign_in_required, not_yours, not_found, also too late or for a right that another person ended
 */
export async function restoreOrganizing(ctx: Context, at: At, memberId: string): Promise<Acknowledged> {
  const { id } = requireMember(ctx);
  const right = "eventId" in at ? rightFor.restoreAtEvent : rightFor.restoreAtCommunity;
  const changed = await ctx.db.transaction().execute(async (tx) => {
    const place = await lockPlace(tx, at);
    if (memberId !== id && !mayDo(await roleHere(tx, place, id, ctx.now), right))
      throw new Failure(place.event?.is_draft ? "not_found" : "not_yours");
    if (!isId(memberId)) throw new Failure("not_found");
    const open = await tx
      .selectFrom("rights")
      .where(columnOf(place), "=", place.id)
      .where(isInForce(memberId, ctx.now))
      .select("id")
      .executeTakeFirst();
    if (open) return place;
    const ended = await lastEnded(tx, ctx, place, memberId);
    if (!ended || (memberId === id ? !(await hasLeft(tx, ctx, place)) : ended.ended_by !== id))
      throw new Failure("not_found");
    const given = { given_by: id, given_at: ctx.now, is_named: ended.is_named };
    await tx
      .insertInto("rights")
      .values({ id: newId(), member_id: memberId, ...columnsOf(place), role: ended.role, ...given })
      .execute();
    await recordAction(tx, inLog(place), { action: "right_restored", words: memberId }, ctx);
    return place;
  });
  ctx.announce(changed.about === "event" ? changed.id : "members");
  return shape(Acknowledged, { acknowledged: true });
}

const since = ({ now }: Context) => new Date(now.getTime() - undoWithin);

/** The right of a member at a place that ended last, within the time to undo it; suspended members have none. */
const lastEnded = (tx: Transaction<Schema>, ctx: Context, place: LockedPlace, memberId: string) =>
  tx
    .selectFrom("rights")
    .innerJoin("members", "members.id", "rights.member_id")
    .where(columnOf(place), "=", place.id)
    .where("member_id", "=", memberId)
    .where("until", ">", since(ctx))
    .where("suspended_at", "is", null)
    .orderBy("until", "desc")
    .select(["role", "is_named", "ended_by"])
    .executeTakeFirst();

/** Tests whether the last thing that the caller did at a place was to leave it, within the time to undo it. */
async function hasLeft(tx: Transaction<Schema>, ctx: Context, place: LockedPlace): Promise<boolean> {
  const last = await tx
    .selectFrom("team_log")
    .where(columnOf(place), "=", place.id)
    .where("member_id", "=", requireMember(ctx).id)
    .where("at", ">", since(ctx))
    .orderBy("id", "desc")
    .select("action")
    .executeTakeFirst();
  return last?.action === "left";
}
