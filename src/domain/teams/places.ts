import type { Kysely, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { type LockedEvent, lockEvent } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import { type Owned, refuseWithout, requireRight, requireRun, roleAt, roleIn } from "../rights/queries.ts";
import { type Right, type Role, rightsOf } from "../rights/rules.ts";
import { isId } from "../shapes.ts";

/** The event or community whose organizers a call is about. */
export type At = { eventId: string } | { communityId: string };

/** An event or a community that is locked until the transaction ends: its rights and invitations change under it. */
export type LockedPlace =
  | { about: "event"; id: string; title: string; event: LockedEvent }
  | { about: "community"; id: string; title: string; event: null };

/** The column of rights, invitations and the log that names a place. */
export const columnOf = ({ about }: Pick<LockedPlace, "about">) => (about === "event" ? "event_id" : "community_id");

/** The two columns of a new row at a place. */
export const columnsOf = ({ about, id }: Pick<LockedPlace, "about" | "id">) =>
  about === "event" ? { event_id: id, community_id: null } : { event_id: null, community_id: id };

/** The place as the log names it. */
export const inLog = (place: LockedPlace) => place.event ?? { communityId: place.id };

/** Locks an event or a community until the transaction ends. @throws Failure not_found, also for an invalid id */
export async function lockPlace(tx: Transaction<Schema>, at: At): Promise<LockedPlace> {
  if ("eventId" in at) {
    const event = await lockEvent(tx, at.eventId);
    return { about: "event", id: event.id, title: event.title, event };
  }
  const community = isId(at.communityId)
    ? await tx
        .selectFrom("communities")
        .where("id", "=", at.communityId)
        .select(["id", "title"])
        .forUpdate()
        .executeTakeFirst()
    : null;
  if (!community) throw new Failure("not_found");
  return { about: "community", ...community, event: null };
}

/**
 * Locks an event or a community for a right that the caller has there.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function lockPlaceFor(tx: Transaction<Schema>, ctx: Context, at: At, right: Right): Promise<LockedPlace> {
  const { id } = requireMember(ctx);
  const place = await lockPlace(tx, at);
  if (place.event) await refuseWithout(tx, ctx, place.event, right);
  else if (!mayDo(await roleHere(tx, place, id, ctx.now), right)) throw new Failure("not_yours");
  return place;
}

/** Refuses callers without a right at a place, before anything is locked or counted. @throws Failure the same */
export async function requireAt(ctx: Context, at: At, right: Right): Promise<void> {
  if ("eventId" in at) await requireRight(ctx, at.eventId, right);
  else await requireRun(ctx, at.communityId, right);
}

type SomePlace = { about: "community"; id: string } | { about: "event"; id: string; event: Owned };

/** The role of a member at an event or a community; null if they have none. */
export const roleHere = (db: Kysely<Schema>, place: SomePlace | LockedPlace, memberId: string, now: Date) =>
  place.about === "event" ? roleAt(db, place.event, memberId, now) : roleIn(db, place.id, memberId, now);

/** Tests whether a role has a right. */
export const mayDo = (role: Role | null, right: Right): boolean => role !== null && rightsOf[role].has(right);
