import { sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember, requireSelf } from "../context.ts";
import { lockEvent } from "../events/commands.ts";
import { isOver } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import { enqueue } from "../outbox.ts";
import { isId } from "../shapes.ts";
import { Acknowledged, JoinAnswer, type JoinInput } from "./shapes.ts";

/**
 * Takes a place at an event for the member who asks, or, when none is left, a place in the line for one. The last place is
 * never given twice, nobody has two, and nobody overtakes who waits, whatever arrives at once.
 * Specification 4 'Join button', 7 `POST /join-event`.
 * @throws Failure sign_in_required, not_yours (another's e-mail), not_found, already_joined, event_over
 */
export async function joinEvent(ctx: Context, input: JoinInput): Promise<JoinAnswer> {
  const member = requireSelf(ctx, input.userEmail);
  if (!isId(input.eventId)) throw new Failure("not_found");

  const taken = await takePlace(ctx, input.eventId, member.id);
  if (!taken) throw await reasonAgainst(ctx, input.eventId, member.id);
  const { state, waiting } = taken;
  return JoinAnswer.parse({ acknowledged: true, state, ...(state === "waiting" && { position: waiting }) });
}

/**
 * Gives the place of the member who asks back, or their place in the line; who has none is left as they are. The first
 * who waits moves up in the same transaction, and is told by mail.
 * @throws Failure sign_in_required, not_found, event_over
 */
export async function leaveEvent(ctx: Context, eventId: string): Promise<Acknowledged> {
  const member = requireMember(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const event = await lockEvent(tx, eventId);
    if (isOver(event.event_date, ctx.now)) throw new Failure("event_over");
    await giveUpPlace(tx, event.id, member.id, ctx.now);
    return Acknowledged.parse({ acknowledged: true });
  });
}

/** Gives a member's place at an event back, whose row is locked, and counts right. */
export async function giveUpPlace(
  tx: Transaction<Schema>,
  eventId: string,
  memberId: string,
  now: Date,
): Promise<void> {
  const left = await tx
    .deleteFrom("joins")
    .where("event_id", "=", eventId)
    .where("member_id", "=", memberId)
    .returning("state")
    .executeTakeFirst();
  if (!left) return;
  const next = left.state === "joined" ? await moveUp(tx, eventId) : undefined;
  // With somebody to move up, as many have a place as before, and one waits less.
  const count = left.state === "joined" && !next ? "participants" : "waiting";
  await tx
    .updateTable("events")
    .set((eb) => ({ [count]: eb(count, "-", 1) }))
    .where("id", "=", eventId)
    .execute();
  if (!next) return;
  const payload = { eventId, memberId: next.member_id };
  await enqueue(tx, { kind: "moved_up", key: `moved_up:${next.id}`, payload }, now);
}

/** The first who waits gets a place. */
const moveUp = (tx: Transaction<Schema>, eventId: string) =>
  tx
    .updateTable("joins")
    .set({ state: "joined" })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("joins as line")
        .select("line.id")
        .where("line.event_id", "=", eventId)
        .where("line.state", "=", "waiting")
        .orderBy("line.seq")
        .limit(1),
    )
    .returning(["id", "member_id"])
    .executeTakeFirst();

/**
 * Sets an event's counts, of who has a place and who waits, to the number of its joins. The joins keep them themselves, so
 * this changes nothing, however often it is called.
 * Specification 7 `PATCH /join-event/{eventId}`.
 * @throws Failure sign_in_required, not_found
 */
export async function reconcileParticipants(ctx: Context, eventId: string): Promise<Acknowledged> {
  requireMember(ctx);
  if (!isId(eventId)) throw new Failure("not_found");

  return ctx.db.transaction().execute(async (tx) => {
    // Locked by a statement of its own: the count below has to see the joins of whoever held the lock before.
    const event = await tx.selectFrom("events").select("id").where("id", "=", eventId).forUpdate().executeTakeFirst();
    if (!event) throw new Failure("not_found");
    await tx
      .updateTable("events")
      .where("id", "=", event.id)
      .set({ participants: numberOf(event.id, "joined"), waiting: numberOf(event.id, "waiting") })
      .execute();
    return Acknowledged.parse({ acknowledged: true });
  });
}

const numberOf = (eventId: string, state: "joined" | "waiting") =>
  sql<number>`(select count(*)::int from joins where event_id = ${eventId}::uuid and state = ${state})`;

/**
 * Counts the place and takes it, in one statement. The event's row is locked until both are written: a rival's statement
 * waits for it and then looks at the new count. Who already has a place breaks the primary key of the joins, which
 * undoes the count too. Places only free up under the same lock, and go to who waits, so a free one means that nobody does.
 * @returns what was taken, with the length of the line; nothing when the event is over or does not exist
 */
async function takePlace(ctx: Context, eventId: string, memberId: string) {
  try {
    const { rows } = await sql<{ state: "joined" | "waiting"; waiting: number }>`
      with counted as (
        update events
        set participants = events.participants + place.is_free::int, waiting = events.waiting + (not place.is_free)::int
        from (
          select id, participants < capacity as is_free from events
          where id = ${eventId} and event_date >= ${ctx.now} for update
        ) place
        where events.id = place.id
        returning events.id, place.is_free, events.waiting
      ), taken as (
        insert into joins (id, event_id, member_id, joined_at, state)
        select ${newId()}::uuid, id, ${memberId}::uuid, ${ctx.now}::timestamptz,
          case when is_free then 'joined' else 'waiting' end
        from counted
        returning state
      )
      select taken.state, counted.waiting from taken, counted`.execute(ctx.db);
    return rows[0];
  } catch (error) {
    if (isUniqueViolation(error)) throw new Failure("already_joined");
    throw error;
  }
}

/** Why nothing could be taken. Who has joined, or waits, hears that first, also when the event is over by now. */
async function reasonAgainst(ctx: Context, eventId: string, memberId: string): Promise<Failure> {
  const event = await ctx.db
    .selectFrom("events")
    .leftJoin("joins", (on) => on.onRef("joins.event_id", "=", "events.id").on("joins.member_id", "=", memberId))
    .where("events.id", "=", eventId)
    .select(["events.id", "joins.id as join"])
    .executeTakeFirst();
  if (!event) return new Failure("not_found");
  if (event.join) return new Failure("already_joined");
  return new Failure("event_over");
}

/** PostgreSQL's code 23505; both drivers put it on the error that they throw. */
const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "23505";
