import type { Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { endingAt, isInForce, isOpenAt } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { recordAction } from "../team-log/commands.ts";
import { endOffers, endRight } from "./ending.ts";
import { type At, columnOf, columnsOf, inLog, type LockedPlace, lockPlace, mayDo, roleHere } from "./places.ts";
import type { NamedInput, RoleInput } from "./shapes.ts";

const done = () => shape(Acknowledged, { acknowledged: true });

const rightToLetGo = (at: At) => ("eventId" in at ? rightFor.letGoAtEvent : rightFor.letGoAtCommunity);

/** The open right of a member at a place; null if they have none there. */
const rightOf = (tx: Transaction<Schema>, place: LockedPlace, memberId: string, now: Date) =>
  tx
    .selectFrom("rights")
    .where(columnOf(place), "=", place.id)
    .where(isInForce(isId(memberId) ? memberId : place.id, now))
    .select(["id", "member_id", "role", "is_named", "given_by"])
    .executeTakeFirst();

/** @throws Failure last_owner, if a community would have no owner without this one */
async function requireAnother(tx: Transaction<Schema>, place: LockedPlace, ownerId: string, now: Date): Promise<void> {
  const another = await tx
    .selectFrom("rights")
    .where(columnOf(place), "=", place.id)
    .where("role", "=", "owner")
    .where("member_id", "!=", ownerId)
    .where(isOpenAt(now))
    .select("id")
    .limit(1)
    .executeTakeFirst();
  if (!another) throw new Failure("last_owner");
}

/** Announces what a change of rights shows: an event's page, or all pages of a community's organizers. */
const tell = ({ announce }: Context, place: LockedPlace, passed: readonly string[] = []) => {
  for (const topic of [place.about === "event" ? place.id : "members", ...passed]) announce(topic);
};

/**
 * Ends the right of another organizer, for owners only, or the caller's own. The member who owns an event, and the last
 * owner of a community, cannot leave.
 * @throws Failure sign_in_required, not_found (no such event or community, or not its organizer), not_yours, last_owner
 */
export async function endOrganizing(ctx: Context, at: At, memberId: string): Promise<Acknowledged> {
  const { id } = requireMember(ctx);
  const ended = await ctx.db.transaction().execute(async (tx) => {
    const locked = await lockPlace(tx, at);
    const role = await roleHere(tx, locked, id, ctx.now);
    if (role === null) throw new Failure(locked.event?.is_draft ? "not_found" : "not_yours");
    if (memberId !== id && !mayDo(role, rightToLetGo(at))) throw new Failure("not_yours");
    const right = await rightOf(tx, locked, memberId, ctx.now);
    if (!right) throw new Failure(memberId === id && role === "owner" ? "last_owner" : "not_found");
    if (right.role === "owner") await requireAnother(tx, locked, memberId, ctx.now);
    return { place: locked, passed: await endRight(tx, locked, right, ctx) };
  });
  tell(ctx, ended.place, ended.passed);
  return done();
}

/**
 * Names the caller on the page of what they organize with others, or no longer.
 * @throws Failure sign_in_required, not_found, not_yours (not one of the organizers; an event's owner is named anyway)
 */
export async function setNamed(ctx: Context, at: At, { isNamed }: NamedInput): Promise<Acknowledged> {
  const { id } = requireMember(ctx);
  const changed = await ctx.db.transaction().execute(async (tx) => {
    const place = await lockPlace(tx, at);
    const right = await rightOf(tx, place, id, ctx.now);
    if (!right) throw new Failure(place.event?.is_draft ? "not_found" : "not_yours");
    await tx.updateTable("rights").set({ is_named: isNamed }).where("id", "=", right.id).execute();
    return place;
  });
  tell(ctx, changed);
  return done();
}

/**
 * Makes an organizer of a community an owner, or an owner an organizer, for owners only. The old right ends and a new
 * one begins, so that the rows say who could do what at the time.
 * @throws Failure sign_in_required, not_found, not_yours, last_owner
 */
export async function setRole(
  ctx: Context,
  communityId: string,
  memberId: string,
  { role }: RoleInput,
): Promise<Acknowledged> {
  const { id } = requireMember(ctx);
  const changed = await ctx.db.transaction().execute(async (tx) => {
    const place = await lockPlace(tx, { communityId });
    if (!mayDo(await roleHere(tx, place, id, ctx.now), rightFor.setRole)) throw new Failure("not_yours");
    const right = await rightOf(tx, place, memberId, ctx.now);
    if (!right) throw new Failure("not_found");
    if (right.role === role) return place;
    if (right.role === "owner") await requireAnother(tx, place, memberId, ctx.now);
    await tx
      .updateTable("rights")
      .set({ until: endingAt(ctx.now), ended_by: id })
      .where("id", "=", right.id)
      .execute();
    const given = { given_by: id, given_at: ctx.now, is_named: right.is_named };
    await tx
      .insertInto("rights")
      .values({ id: newId(), member_id: memberId, ...columnsOf(place), role, ...given })
      .execute();
    if (right.role === "owner") await endOffers(tx, place, right);
    await recordAction(tx, inLog(place), { action: "role_changed", words: memberId }, ctx);
    return place;
  });
  tell(ctx, changed);
  return done();
}
