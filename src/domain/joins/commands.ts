import { sql } from "kysely";
import { newId } from "#db/schema.server.ts";
import { type Context, requireMember, requireSelf } from "../context.ts";
import { isOver } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import { isId } from "../shapes.ts";
import { JoinAnswer, type JoinInput } from "./shapes.ts";

/**
 * Takes a place at an event for the member who asks. The last place is never given twice, and nobody has two, whatever
 * arrives at once.
 * Specification 4 'Join button', 7 `POST /join-event`.
 * @throws Failure sign_in_required, not_yours (another's e-mail), not_found, already_joined, event_over, event_full
 */
export async function joinEvent(ctx: Context, input: JoinInput): Promise<JoinAnswer> {
  const member = requireSelf(ctx, input.userEmail);
  if (!isId(input.eventId)) throw new Failure("not_found");

  if (!(await takePlace(ctx, input.eventId, member.id))) throw await reasonAgainst(ctx, input.eventId, member.id);
  return JoinAnswer.parse({ acknowledged: true });
}

/**
 * Sets an event's count of participants to the number of its joins. The joins keep the count themselves, so this changes
 * nothing, however often it is called.
 * Specification 7 `PATCH /join-event/{eventId}`.
 * @throws Failure sign_in_required, not_found
 */
export async function reconcileParticipants(ctx: Context, eventId: string): Promise<JoinAnswer> {
  requireMember(ctx);
  if (!isId(eventId)) throw new Failure("not_found");

  return ctx.db.transaction().execute(async (tx) => {
    // Locked by a statement of its own: the count below has to see the joins of whoever held the lock before.
    const event = await tx.selectFrom("events").select("id").where("id", "=", eventId).forUpdate().executeTakeFirst();
    if (!event) throw new Failure("not_found");
    await tx
      .updateTable("events")
      .where("id", "=", event.id)
      .set({ participants: sql<number>`(select count(*)::int from joins where event_id = ${event.id}::uuid)` })
      .execute();
    return JoinAnswer.parse({ acknowledged: true });
  });
}

/**
 * Counts the place and takes it, in one statement. The event's row is locked until both are written: a rival's statement
 * waits for it and then looks at the new count. Who already has a place breaks the primary key of the joins, which
 * undoes the count too.
 * @returns false when the event has no place to give, or does not exist
 */
async function takePlace(ctx: Context, eventId: string, memberId: string): Promise<boolean> {
  try {
    const taken = await ctx.db
      .with("event", (db) =>
        db
          .updateTable("events")
          .set((eb) => ({ participants: eb("participants", "+", 1) }))
          .where("id", "=", eventId)
          .where("event_date", ">=", ctx.now)
          .whereRef("participants", "<", "capacity")
          .returning("id"),
      )
      .insertInto("joins")
      .columns(["id", "event_id", "member_id", "joined_at"])
      .expression((eb) =>
        eb
          .selectFrom("event")
          .select([
            sql<string>`${newId()}::uuid`.as("id"),
            "event.id as event_id",
            sql<string>`${memberId}::uuid`.as("member_id"),
            sql<Date>`${ctx.now}::timestamptz`.as("joined_at"),
          ]),
      )
      .returning("event_id")
      .executeTakeFirst();
    return taken !== undefined;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Failure("already_joined");
    throw error;
  }
}

/** Why a place could not be taken. Who has joined hears that first, also when the event is over or full by now. */
async function reasonAgainst(ctx: Context, eventId: string, memberId: string): Promise<Failure> {
  const event = await ctx.db
    .selectFrom("events")
    .leftJoin("joins", (on) => on.onRef("joins.event_id", "=", "events.id").on("joins.member_id", "=", memberId))
    .where("events.id", "=", eventId)
    .select(["events.event_date", "joins.id as join"])
    .executeTakeFirst();
  if (!event) return new Failure("not_found");
  if (event.join) return new Failure("already_joined");
  return new Failure(isOver(event.event_date, ctx.now) ? "event_over" : "event_full");
}

/** PostgreSQL's code 23505; both drivers put it on the error that they throw. */
const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "23505";
