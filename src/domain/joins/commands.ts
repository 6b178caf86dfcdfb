import { type Selectable, sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember, requireSelf } from "../context.ts";
import { lockEvent } from "../events/commands.ts";
import { hasBegun } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import { countPlaces, keepPromises } from "../offers/commands.ts";
import { enqueue, type Task } from "../outbox.ts";
import { isId } from "../shapes.ts";
import { Acknowledged, JoinAnswer, type JoinInput } from "./shapes.ts";

type Event = Selectable<Schema["events"]>;
type Join = Selectable<Schema["joins"]>;

/**
 * Takes places at an event for the member who asks and those who come along, or, when there are not enough, a place in the
 * line for them; with `whenShort: "take"` what is left, for as many as fit. The last place is never given twice, nobody
 * has two, and nobody overtakes who waits, whatever arrives at once.
 * Specification 4 'Join button', 7 `POST /join-event`.
 * @throws Failure sign_in_required, not_yours (another's e-mail), not_found, already_joined, event_over, event_cancelled
 */
export async function joinEvent(ctx: Context, input: JoinInput): Promise<JoinAnswer> {
  const member = requireSelf(ctx, input.userEmail);
  if (!isId(input.eventId)) throw new Failure("not_found");
  const taken = await takePlaces(ctx, input, member.id);
  if (!taken) throw await reasonAgainst(ctx, input.eventId, member.id);
  ctx.announce(input.eventId);
  return answerOf(taken);
}

/** What was taken, as whoever asked reads it. */
export function answerOf({ state, places, position }: Taken): JoinAnswer {
  return JoinAnswer.parse({ acknowledged: true, state, places, ...(state === "waiting" && { position }) });
}

/**
 * Gives the places of the member who asks back, with those of who would have come along, or their place in the line; who
 * has none is left as they are. What is free is offered to the first who waits in the same transaction.
 * @throws Failure sign_in_required, not_found, event_over
 */
export async function leaveEvent(ctx: Context, eventId: string): Promise<Acknowledged> {
  const member = requireMember(ctx);
  return changePlaces(ctx, eventId, async (tx, event) => {
    await giveUpPlaces(tx, event, member.id, ctx.now);
  });
}

/**
 * Gives one companion's place back, or takes them out of the line.
 * @throws Failure sign_in_required, not_found (no such event, or no such companion of theirs), event_over
 */
export async function leaveBehind(ctx: Context, eventId: string, companionId: string): Promise<Acknowledged> {
  const member = requireMember(ctx);
  return changePlaces(ctx, eventId, async (tx, event) => {
    const join = await placesOf(tx, event.id, member.id);
    const left = isId(companionId) && join ? await without(tx, join, [companionId]) : 0;
    if (left === 0) throw new Failure("not_found");
    await keepPromises(tx, event, ctx.now);
  });
}

/**
 * Takes the places that the member who asks is offered. Who is first in line with a group that does not fit yet takes what
 * is free with it, and those named last stay behind.
 * @throws Failure sign_in_required, not_found (no such event), event_over, event_cancelled, no_offer
 */
export async function takeOffer(ctx: Context, eventId: string): Promise<JoinAnswer> {
  const member = requireMember(ctx);
  let places = 0;
  await changePlaces(ctx, eventId, async (tx, event) => {
    places = await takeOffered(tx, event, member.id, ctx.now);
  });
  return JoinAnswer.parse({ acknowledged: true, state: "joined", places });
}

/** Takes the places that a member is offered at an event, whose row is locked. @returns how many @throws Failure no_offer, event_cancelled */
export async function takeOffered(tx: Transaction<Schema>, event: Event, memberId: string, now: Date): Promise<number> {
  if (event.cancelled_at) throw new Failure("event_cancelled");
  // An offer whose time is up is nobody's any more, though nothing may have been done about it yet.
  await keepPromises(tx, event, now);
  const join = await placesOf(tx, event.id, memberId);
  if (join?.state !== "waiting") throw new Failure("no_offer");
  const places = join.offered_until ? join.places : await fitting(tx, join);
  if (places < join.places) await without(tx, join, (await companionsOf(tx, join.id)).slice(places - 1));
  await tx
    .updateTable("joins")
    .set({ state: "joined", offered_until: null, joined_at: now })
    .where("id", "=", join.id)
    .execute();
  await keepPromises(tx, event, now);
  const payload = { eventId: event.id, memberId, joinId: join.id };
  await enqueue(tx, { kind: "place_joined", key: `place_joined:${join.id}`, payload }, now);
  return places;
}

/** Whoever changes an event's joins locks its row first, so that changes follow one another. */
export async function changePlaces(
  ctx: Pick<Context, "db" | "now" | "announce">,
  eventId: string,
  change: (tx: Transaction<Schema>, event: Event) => Promise<void>,
): Promise<Acknowledged> {
  await ctx.db.transaction().execute(async (tx) => {
    const event = await lockEvent(tx, eventId);
    if (hasBegun(event.event_date, ctx.now)) throw new Failure("event_over");
    await change(tx, event);
  });
  ctx.announce(eventId);
  return Acknowledged.parse({ acknowledged: true });
}

/**
 * Gives a member's places at an event back, whose row is locked, and tells them so; `removedFor` is the reason when its
 * organiser does it. @returns whether they had any
 */
export async function giveUpPlaces(
  tx: Transaction<Schema>,
  event: Event,
  memberId: string,
  now: Date,
  removedFor?: string,
) {
  const left = await tx
    .deleteFrom("joins")
    .where("event_id", "=", event.id)
    .where("member_id", "=", memberId)
    .returning(["id", "state"])
    .executeTakeFirst();
  if (!left) return false;
  await keepPromises(tx, event, now);
  const payload = { eventId: event.id, memberId };
  const task: Task =
    removedFor === undefined
      ? { kind: "place_left", key: `place_left:${left.id}`, payload: { ...payload, state: left.state } }
      : { kind: "place_removed", key: `place_removed:${left.id}`, payload: { ...payload, reason: removedFor } };
  await enqueue(tx, task, now);
  return true;
}

const placesOf = (tx: Transaction<Schema>, eventId: string, memberId: string) =>
  tx
    .selectFrom("joins")
    .selectAll()
    .where("event_id", "=", eventId)
    .where("member_id", "=", memberId)
    .executeTakeFirst();

/** The ids of who comes along, in the order in which they were named. */
async function companionsOf(tx: Transaction<Schema>, joinId: string): Promise<string[]> {
  const rows = await tx.selectFrom("companions").select("id").where("join_id", "=", joinId).orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** Takes companions out of a join. @returns how many of them were in it */
async function without(tx: Transaction<Schema>, join: Join, companionIds: string[]): Promise<number> {
  const gone = await tx
    .deleteFrom("companions")
    .where("join_id", "=", join.id)
    .where("id", "in", companionIds)
    .returning("id")
    .execute();
  await tx
    .updateTable("joins")
    .set((eb) => ({ places: eb("places", "-", gone.length) }))
    .where("id", "=", join.id)
    .execute();
  return gone.length;
}

/** How many places are free for a group that waits for more, if it is the first that none are offered to. @throws Failure no_offer */
async function fitting(tx: Transaction<Schema>, { event_id, seq, places }: Join): Promise<number> {
  const event = await tx.selectFrom("events").selectAll().where("id", "=", event_id).executeTakeFirstOrThrow();
  const before = await tx
    .selectFrom("joins")
    .select("id")
    .where("event_id", "=", event_id)
    .where("state", "=", "waiting")
    .where("offered_until", "is", null)
    .where("seq", "<", seq)
    .limit(1)
    .executeTakeFirst();
  const free = (event.capacity ?? Infinity) - event.participants - event.held;
  if (before || free <= 0) throw new Failure("no_offer");
  return Math.min(places, free);
}

/**
 * Sets an event's counts to the number of its joins. The joins keep them themselves, so this changes nothing, however often
 * it is called.
 * Specification 7 `PATCH /join-event/{eventId}`.
 * @throws Failure sign_in_required, not_found
 */
export async function reconcileParticipants(ctx: Context, eventId: string): Promise<Acknowledged> {
  requireMember(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const event = await lockEvent(tx, eventId);
    await countPlaces(tx, event.id);
  });
  return Acknowledged.parse({ acknowledged: true });
}

type Taken = { state: "joined" | "waiting"; places: number; position: number };

/**
 * Counts the places, takes them and writes the mail that says so, in one statement. The event's row is locked until all is
 * written: a rival's statement waits for it and then looks at the new counts. All that the table's checks compare is set from
 * the locked row, also what stays: PostgreSQL first checks the row as the statement found it, and looks for a newer one then.
 * Who already has a place breaks the primary key of the joins, which undoes the rest too. While others wait for places that
 * they are not offered, what is free is theirs.
 * Who is added by the organiser, `addedFor` a reason, is told that instead.
 * @returns what was taken; nothing when the event has begun, is cancelled or does not exist
 * @throws Failure already_joined, sign_in_required or no_such_member (an account that has just gone)
 */
export async function takePlaces(
  ctx: Pick<Context, "db" | "now">,
  input: JoinInput & { addedFor?: string },
  memberId: string,
): Promise<Taken | undefined> {
  const { eventId, companions = [], whenShort = "wait", addedFor } = input;
  const told = addedFor === undefined ? null : "place_added";
  const reason = JSON.stringify(addedFor === undefined ? {} : { reason: addedFor });
  const [joinId, wanted] = [newId(), companions.length + 1];
  // Made one after the other, ids sort in the order of the names.
  const along = JSON.stringify(companions.map((companion) => ({ id: newId(), ...companion })));
  try {
    const { rows } = await sql<Taken>`
      with counted as (
        update events
        set participants = place.participants + place.got,
          waiting = place.waiting + case when place.got = 0 then ${wanted}::int else 0 end,
          held = place.held, capacity = place.capacity
        from (
          select id, participants, waiting, held, capacity, case
            when waiting > held then 0
            when capacity is null then ${wanted}::int
            when participants + held + ${wanted}::int <= capacity then ${wanted}::int
            when ${whenShort === "take"} then capacity - participants - held
            else 0
          end as got
          from events
          where id = ${eventId} and event_date >= ${ctx.now} and cancelled_at is null for update
        ) place
        where events.id = place.id
        returning events.id, place.got, events.waiting
      ), taken as (
        insert into joins (id, event_id, member_id, joined_at, state, places)
        select ${joinId}::uuid, id, ${memberId}::uuid, ${ctx.now}::timestamptz,
          case when got > 0 then 'joined' else 'waiting' end, case when got > 0 then got else ${wanted}::int end
        from counted
        returning id, state, places
      ), along as (
        insert into companions (id, join_id, name, under18)
        select companion.id, taken.id, companion.name, companion.under18
        from taken,
          rows from (jsonb_to_recordset(${along}::jsonb) as (id uuid, name text, under18 boolean))
            with ordinality as companion(id, name, under18, number)
        where companion.number < taken.places
      ), told as (
        insert into outbox (id, kind, payload, key, run_at, created_at)
        select ${newId()}::uuid, kind,
          jsonb_build_object('eventId', ${eventId}::text, 'memberId', ${memberId}::text, 'joinId', id::text)
            || ${reason}::jsonb,
          kind || ':' || id, ${ctx.now}, ${ctx.now}
        from taken, coalesce(${told}::text, 'place_' || state) as kind
      )
      select taken.state, taken.places, counted.waiting - taken.places + 1 as position from taken, counted`.execute(
      ctx.db,
    );
    return rows[0];
  } catch (error) {
    if (codeOf(error) === uniqueViolation) throw new Failure("already_joined");
    // The event's row is locked, so it is the member's account that has just gone.
    if (codeOf(error) === foreignKeyViolation) {
      throw new Failure(addedFor === undefined ? "sign_in_required" : "no_such_member");
    }
    throw error;
  }
}

/** Why nothing could be taken. Who has joined, or waits, hears that first, also when the event is over by now. */
async function reasonAgainst(ctx: Context, eventId: string, memberId: string): Promise<Failure> {
  const event = await ctx.db
    .selectFrom("events")
    .leftJoin("joins", (on) => on.onRef("joins.event_id", "=", "events.id").on("joins.member_id", "=", memberId))
    .where("events.id", "=", eventId)
    .select(["events.cancelled_at", "joins.id as join"])
    .executeTakeFirst();
  if (!event) return new Failure("not_found");
  if (event.join) return new Failure("already_joined");
  return new Failure(event.cancelled_at ? "event_cancelled" : "event_over");
}

/** PostgreSQL's codes; both drivers put them on the error that they throw. */
const [uniqueViolation, foreignKeyViolation] = ["23505", "23503"];
const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
