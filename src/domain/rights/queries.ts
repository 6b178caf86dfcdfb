import { type RawBuilder, sql } from "kysely";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { isId } from "../shapes.ts";
import { type Right, rightsOf, roleAt } from "./rules.ts";

/** Tests whether the caller has a right at an event: the only place that decides it. */
export function mayOrganize({ actor }: Pick<Context, "actor">, event: { organizer_id: string }, right: Right): boolean {
  const role = actor.kind === "member" ? roleAt({ organizerId: event.organizer_id }, actor.member.id) : null;
  return role !== null && rightsOf[role].has(right);
}

/**
 * Refuses callers without a right at an event. An event that was never public does not exist for them.
 * @throws Failure not_found, not_yours
 */
export function refuseWithout(
  ctx: Pick<Context, "actor">,
  event: { organizer_id: string; is_draft: boolean; review: string | null },
  right: Right,
): void {
  if (mayOrganize(ctx, event, right)) return;
  throw new Failure(event.is_draft && event.review !== "hidden" ? "not_found" : "not_yours");
}

/**
 * Returns an event at which the caller has a right, for reads. Commands lock it (`lockedFor`).
 * @throws Failure sign_in_required, not_found, also for an invalid id; not_yours
 */
export async function requireRight(ctx: Context, eventId: string, right: Right) {
  requireMember(ctx);
  const event = isId(eventId)
    ? await ctx.db
        .selectFrom("events")
        .where("id", "=", eventId)
        .select(["id", "title", "event_date", "event_end", "time_zone", "capacity", "organizer_id"])
        .select(["is_draft", "review", "cancelled_at"])
        .executeTakeFirst()
    : null;
  if (!event) throw new Failure("not_found");
  refuseWithout(ctx, event, right);
  return event;
}

/** The condition in SQL that a member organizes an event, for lists of the events that they organize. */
export const isOrganizedBy = (memberId: string | RawBuilder<unknown>) =>
  sql<boolean>`events.organizer_id = ${memberId}`;
