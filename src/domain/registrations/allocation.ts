import { sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { LockedEvent } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import { enqueue, enqueueAll, type Task } from "../outbox.ts";
import { findRegistration, guestIdsOf, type RegistrationRow, removeGuests } from "./party.ts";
import { offerExpiry } from "./rules.ts";

/**
 * Gives an event's free spots to people on its waitlist, after anything that may have freed some: offers whose time is up
 * expire, free spots are offered to the first in order of arrival and nothing else, and the counts are set. A party is
 * offered its spots together: free spots gather for it until it fits, and nobody overtakes it. Doing it twice changes
 * nothing.
 */
export async function allocateSpots(tx: Transaction<Schema>, event: LockedEvent, now: Date): Promise<void> {
  await expireOffers(tx, event, now);
  if (event.event_date > now && !event.cancelled_at) await offerFreeSpots(tx, event, now);
  await countSpots(tx, event.id);
}

/** People who have not accepted their offer in time leave the waitlist, and are told. */
async function expireOffers(tx: Transaction<Schema>, event: LockedEvent, now: Date): Promise<void> {
  const expired = await tx
    .deleteFrom("registrations")
    .where("event_id", "=", event.id)
    .where("offer_expires_at", "<=", now)
    .returning(["id", "member_id"])
    .execute();
  const tasks = expired.map(({ id, member_id }): Task => {
    const payload = { eventId: event.id, memberId: member_id };
    return { kind: "offer_expired", key: `offer_expired:${id}`, payload };
  });
  await enqueueAll(tx, tasks, now);
}

async function offerFreeSpots(tx: Transaction<Schema>, event: LockedEvent, now: Date): Promise<void> {
  const expiry = offerExpiry(event.event_date, event.hold_hours, now);
  // Every party that, with all parties before it, needs no more spots than are free. The sum runs in order of arrival, so
  // a small party never overtakes a large one; spots that are held for an offer are not free.
  const { rows: offered } = await sql<{ id: string; member_id: string }>`
    update registrations set offer_expires_at = ${expiry}
    from (
      select id, sum(party_size) over (order by seq) as needed from registrations
      where event_id = ${event.id} and status = 'waitlisted' and offer_expires_at is null
    ) waitlist,
    (
      select capacity - (
        select coalesce(sum(party_size), 0) from registrations
        where event_id = ${event.id} and (status = 'joined' or offer_expires_at is not null)
      ) as free
      from events where id = ${event.id}
    ) event
    where registrations.id = waitlist.id and (event.free is null or waitlist.needed <= event.free)
    returning registrations.id, registrations.member_id`.execute(tx);
  if (offered.length === 0) return;

  const tasks = offered.map(({ id, member_id }): Task => {
    const payload = { eventId: event.id, memberId: member_id, registrationId: id, until: expiry.toISOString() };
    return { kind: "registration_offered", key: `registration_offered:${id}`, payload };
  });
  await enqueueAll(tx, tasks, now);
  await allocateAgain(tx, event, now, expiry);
}

/** Has the spots of expired offers allocated when their time is up. */
async function allocateAgain(tx: Transaction<Schema>, { id: eventId }: LockedEvent, now: Date, expiry: Date) {
  const key = `expire_offers:${eventId}:${expiry.toISOString()}`;
  await enqueue(tx, { kind: "expire_offers", key, payload: { eventId } }, now, expiry);
}

/** Has offers expire when their event begins, which now begins sooner than it did. */
export async function shortenOffers(tx: Transaction<Schema>, event: LockedEvent, now: Date): Promise<void> {
  const shortened = await tx
    .updateTable("registrations")
    .set({ offer_expires_at: event.event_date })
    .where("event_id", "=", event.id)
    .where("offer_expires_at", ">", event.event_date)
    .returning("id")
    .execute();
  if (shortened.length > 0) await allocateAgain(tx, event, now, event.event_date);
}

/** Sets an event's counts to what its registrations say. */
export async function countSpots(tx: Transaction<Schema>, eventId: string): Promise<void> {
  await sql`
    update events set taken = counted.taken, waitlisted = counted.waitlisted, held = counted.held
    from (
      select
        coalesce(sum(party_size) filter (where status = 'joined'), 0) as taken,
        coalesce(sum(party_size) filter (where status = 'waitlisted'), 0) as waitlisted,
        coalesce(sum(party_size) filter (where offer_expires_at is not null), 0) as held
      from registrations where event_id = ${eventId}
    ) counted
    where events.id = ${eventId}`.execute(tx);
}

/**
 * Takes the spots that a member is offered. The first party on the waitlist that is too large for what is free may take
 * that much; the guests who were named last stay behind.
 * @throws Failure no_offer, event_cancelled
 */
export async function acceptOfferOf(
  tx: Transaction<Schema>,
  event: LockedEvent,
  memberId: string,
  now: Date,
): Promise<void> {
  if (event.cancelled_at) throw new Failure("event_cancelled");
  // An offer whose time is up is nobody's any more, though nothing may have been done about it yet.
  await allocateSpots(tx, event, now);
  const registration = await findRegistration(tx, event.id, memberId);
  if (registration?.status !== "waitlisted") throw new Failure("no_offer");
  const spots = registration.offer_expires_at ? registration.party_size : await freeFor(tx, registration);
  if (spots < registration.party_size) {
    const guests = await guestIdsOf(tx, registration.id);
    await removeGuests(tx, registration, guests.slice(spots - 1));
  }
  await tx
    .updateTable("registrations")
    .set({ status: "joined", offer_expires_at: null, joined_at: now })
    .where("id", "=", registration.id)
    .execute();
  await allocateSpots(tx, event, now);
  const payload = { eventId: event.id, memberId, registrationId: registration.id };
  await enqueue(tx, { kind: "registration_joined", key: `registration_joined:${registration.id}`, payload }, now);
}

/** How many spots are free for a party that needs more, if it is the first without an offer. @throws Failure no_offer */
async function freeFor(tx: Transaction<Schema>, { event_id, seq, party_size }: RegistrationRow): Promise<number> {
  const event = await tx.selectFrom("events").selectAll().where("id", "=", event_id).executeTakeFirstOrThrow();
  const before = await tx
    .selectFrom("registrations")
    .select("id")
    .where("event_id", "=", event_id)
    .where("status", "=", "waitlisted")
    .where("offer_expires_at", "is", null)
    .where("seq", "<", seq)
    .limit(1)
    .executeTakeFirst();
  const free = (event.capacity ?? Infinity) - event.taken - event.held;
  if (before || free <= 0) throw new Failure("no_offer");
  return Math.min(party_size, free);
}
