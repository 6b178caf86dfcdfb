import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember, requireSelf } from "../context.ts";
import { inLine } from "../events/line.ts";
import { type LockedEvent, lockEventOfRegistered, lockPublicEvent } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import { noteLeavers } from "../gates/leaving.ts";
import { enqueue, type Task } from "../outbox.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { hasEnded, spanOfRow } from "../time-zones/rules.ts";
import { acceptOfferOf, allocateSpots, countSpots } from "./allocation.ts";
import { noteHappening } from "./happenings.ts";
import { findRegistration, noteAbout, removeGuests } from "./party.ts";
import { registrationOf } from "./queries.ts";
import { findOwnReservation, registerReserved } from "./reservations.ts";
import {
  type AboutInput,
  JoinAnswer,
  type JoinInput,
  OwnRegistration,
  outcomeOf,
  RegistrationChanged,
} from "./shapes.ts";
import { type Taken, takeSpots } from "./take-spots.ts";

/**
 * Registers the calling member and their guests for an event. When there are not enough spots they are waitlisted; with
 * `whenShort: "take"` as many of them as fit take the remaining spots. Under any concurrency, the last spot is given
 * once, a member has at most one registration, and later parties do not overtake people on the waitlist. Specification
 * 4 'Join button', 7 `POST /join-event`.
 * @throws Failure sign_in_required, not_yours (another's e-mail), not_found, already_joined, event_over,
 * event_cancelled, under_review, cannot_join (the organizer and the member have blocked each other)
 */
export async function joinEvent(ctx: Context, input: JoinInput): Promise<JoinAnswer> {
  const member = requireSelf(ctx, input.userEmail);
  if (!isId(input.eventId)) throw new Failure("not_found");
  const taken = await joinAs(ctx, input, member.id);
  const registration =
    taken.status === "joined" ? joinedAs(taken) : await registrationOf(ctx, input.eventId, member.id);
  return joinAnswer(taken, registration);
}

/** The facts about a request that joining needs. */
type Joining = Pick<Context, "db" | "now" | "announce">;

/** Registers a member, who has called or has a link of ours, for an event. @throws Failure as `joinEvent` does */
export async function joinAs(ctx: Joining, input: JoinInput, memberId: string): Promise<Taken> {
  const take = (mindsReservations: boolean) =>
    inLine(input.eventId, () => takeSpots(ctx, { ...input, mindsReservations }, memberId));
  // Reservations are rare, so the first attempt only notices one and takes nothing. If it has expired by the second,
  // the third ignores it.
  const taken = (await take(true)) ?? (await takeReserved(ctx, input, memberId)) ?? (await take(false));
  if (!taken) throw await reasonAgainst(ctx, input.eventId, memberId);
  ctx.announce(input.eventId);
  return taken;
}

/**
 * Takes the spots kept for a member who asked for them by mail and has since logged in another way; null if none are
 * kept.
 */
async function takeReserved(ctx: Joining, input: JoinInput, memberId: string): Promise<Taken | null> {
  const kept = await findOwnReservation(ctx, input.eventId, memberId);
  if (!kept) return null;
  const { guests = [], whenShort = "wait", phone, under18, guardian } = input;
  const party = { guests, whenShort, phone, under18, guardian };
  const owner = { email: kept.email, memberId, party };
  const registered = await inLine(input.eventId, () =>
    ctx.db
      .transaction()
      .execute(async (tx) => registerReserved(tx, await lockPublicEvent(tx, input.eventId), owner, ctx.now)),
  );
  return typeof registered === "string" ? null : registered;
}

/**
 * Ends the calling member's registration, guests included; without a registration nothing changes. The same transaction
 * offers the free spots to the first people on the waitlist.
 * @throws Failure sign_in_required, not_found, event_over
 */
export async function leaveEvent(ctx: Context, eventId: string): Promise<RegistrationChanged> {
  const member = requireMember(ctx);
  return changeRegistrations(ctx, eventId, async (tx, event) => {
    await endRegistration(tx, event, member.id, ctx.now);
    return changed(await registrationOf({ db: tx, now: ctx.now }, event.id, member.id));
  });
}

/**
 * Gives one guest's spot back, or takes the guest off the waitlist.
 * @throws Failure sign_in_required, not_found (no such event, or no such guest of theirs), event_over
 */
export async function removeGuest(ctx: Context, eventId: string, guestId: string): Promise<RegistrationChanged> {
  const member = requireMember(ctx);
  return changeRegistrations(ctx, eventId, async (tx, event) => {
    const registration = await findRegistration(tx, event.id, member.id);
    if (!registration || !isId(guestId)) throw new Failure("not_found");
    await noteLeavers(tx, event, member.id, ctx.now, [guestId]);
    if ((await removeGuests(tx, registration, [guestId])) === 0) throw new Failure("not_found");
    await allocateSpots(tx, event, ctx.now);
    return changed(await registrationOf({ db: tx, now: ctx.now }, event.id, member.id));
  });
}

/**
 * Stores details of the calling member and their guests: a phone number if the event asks for one, who is under 18, and
 * which guardians have agreed. Details that are left out are deleted.
 * @throws Failure sign_in_required, not_found (no such event, or they are not registered), event_over
 */
export async function sayAbout(ctx: Context, eventId: string, about: AboutInput): Promise<RegistrationChanged> {
  const member = requireMember(ctx);
  return changeRegistrations(ctx, eventId, async (tx, event) => {
    const registration = await findRegistration(tx, event.id, member.id);
    if (!registration) throw new Failure("not_found");
    await noteAbout(tx, event, registration, about, ctx.now);
    return changed(await registrationOf({ db: tx, now: ctx.now }, event.id, member.id));
  });
}

/**
 * Accepts the spots offered to the calling member. If the first party on the waitlist is too large for the free spots,
 * it takes those, and the guests named last stay behind.
 * @throws Failure sign_in_required, not_found (no such event), event_over, event_cancelled, under_review, no_offer
 */
export async function acceptOffer(ctx: Context, eventId: string): Promise<JoinAnswer> {
  const member = requireMember(ctx);
  return changeRegistrations(ctx, eventId, async (tx, event) => {
    await acceptOfferOf(tx, event, member.id, ctx.now);
    const registration = await registrationOf({ db: tx, now: ctx.now }, event.id, member.id);
    return joinAnswer({ status: "joined", spots: registration.guests.length + 1, position: null }, registration);
  });
}

/**
 * Sets an event's counts from its registrations. Every change of a registration already keeps them right, so this
 * changes nothing, however often it is called. Specification 7 `PATCH /join-event/{eventId}`.
 * @throws Failure sign_in_required, not_found, under_review
 */
export async function reconcileCounts(ctx: Context, eventId: string): Promise<Acknowledged> {
  requireMember(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const event = await lockPublicEvent(tx, eventId);
    await countSpots(tx, event.id);
  });
  return shape(Acknowledged, { acknowledged: true });
}

/** Changes the registrations of an event that is not over, one change at a time, and announces each. */
export async function changeRegistrations<Result>(
  ctx: Pick<Context, "db" | "now" | "announce">,
  eventId: string,
  change: (tx: Transaction<Schema>, event: LockedEvent) => Promise<Result>,
): Promise<Result> {
  const result = await inLine(eventId, () =>
    ctx.db.transaction().execute(async (tx) => {
      const event = await lockEventOfRegistered(tx, eventId);
      if (hasEnded(spanOfRow(event), ctx.now)) throw new Failure("event_over");
      return change(tx, event);
    }),
  );
  ctx.announce(eventId);
  return result;
}

/**
 * Ends a member's registration and tells them; `removedFor` is the reason when the organizer removes them.
 * @returns whether there was one
 */
export async function endRegistration(
  tx: Transaction<Schema>,
  event: LockedEvent,
  memberId: string,
  now: Date,
  removedFor?: string,
): Promise<boolean> {
  const ended = await endUntold(tx, event, memberId, now, removedFor !== undefined);
  if (!ended) return false;
  const { id, status, spots } = ended;
  const payload = { eventId: event.id, memberId, spots };
  const task: Task =
    removedFor === undefined
      ? { kind: "registration_left", key: `registration_left:${id}`, payload: { ...payload, status } }
      : {
          kind: "registration_removed",
          key: `registration_removed:${id}`,
          payload: { ...payload, reason: removedFor },
        };
  await enqueue(tx, task, now);
  return true;
}

/**
 * Ends a member's registration, and leaves it to the caller to tell them.
 * @returns the ended one; undefined if there was none
 */
export async function endUntold(
  tx: Transaction<Schema>,
  event: LockedEvent,
  memberId: string,
  now: Date,
  isRemoved = false,
) {
  // A person removed by the organizer counts as absent, so they are not recorded as leaving.
  if (!isRemoved) await noteLeavers(tx, event, memberId, now);
  const ended = await tx
    .deleteFrom("registrations")
    .where("event_id", "=", event.id)
    .where("member_id", "=", memberId)
    .returning(["id", "status", "party_size as spots"])
    .executeTakeFirst();
  if (!ended) return undefined;
  await allocateSpots(tx, event, now);
  if (!isRemoved && ended.status === "joined") await noteHappening(tx, event, { memberId }, "left", now);
  return ended;
}

/**
 * Ends the registration of a person without an e-mail address, whom no mail can tell.
 * @returns whether there was one
 */
export async function endPerson(
  tx: Transaction<Schema>,
  event: LockedEvent,
  registrationId: string,
  now: Date,
): Promise<boolean> {
  const ended = await tx
    .deleteFrom("registrations")
    .where("event_id", "=", event.id)
    .where("id", "=", registrationId)
    .where("member_id", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!ended) return false;
  await allocateSpots(tx, event, now);
  return true;
}

/**
 * Returns the reason why no spot could be taken. Registered members are told that first, even when the event is over.
 */
async function reasonAgainst(ctx: Joining, eventId: string, memberId: string): Promise<Failure> {
  const event = await ctx.db
    .selectFrom("events")
    .leftJoin("registrations", (on) =>
      on.onRef("registrations.event_id", "=", "events.id").on("registrations.member_id", "=", memberId),
    )
    .where("events.id", "=", eventId)
    .select([
      "events.cancelled_at",
      "events.is_draft",
      "events.review",
      "events.event_end",
      "registrations.id as registration",
    ])
    .executeTakeFirst();
  if (!event || (event.is_draft && event.review !== "hidden")) return new Failure("not_found");
  if (event.registration) return new Failure("already_joined");
  if (event.review) return new Failure("under_review");
  if (event.cancelled_at) return new Failure("event_cancelled");
  if (hasEnded({ end: event.event_end }, ctx.now)) return new Failure("event_over");
  return new Failure("cannot_join");
}

const changed = (registration: OwnRegistration) => shape(RegistrationChanged, { acknowledged: true, registration });

/** The registration of a member who has just joined; a position on the waitlist must be read from the database. */
const joinedAs = ({ about }: Taken): OwnRegistration =>
  shape(OwnRegistration, {
    ...about,
    role: null,
    isJoined: true,
    state: "joined",
    position: null,
    offer: null,
    meanwhile: null,
  });

/** The result of joining; `taken` is null for a member who was registered before. */
export function joinAnswer(
  taken: Pick<Taken, "status" | "spots" | "position"> | null,
  registration: OwnRegistration,
): JoinAnswer {
  const { guests, isJoined, position } = registration;
  const before = { status: isJoined ? "joined" : "waitlisted", spots: guests.length + 1, position } as const;
  return shape(JoinAnswer, { acknowledged: true, ...outcomeOf(taken ?? before), registration });
}
