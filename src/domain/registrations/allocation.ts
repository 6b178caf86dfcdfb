import { sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { LockedEvent } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import { tellFreed } from "./freed-spots.ts";
import { enqueue, enqueueAll, type Task } from "../outbox.ts";
import { spanOfRow } from "../time-zones/rules.ts";
import { noteHappening } from "./happenings.ts";
import { findRegistration, guestIdsOf, type RegistrationRow, removeGuests } from "./party.ts";
import { isInLine, waitingAt, waitlistOf } from "./queries.ts";
import { isOverBy, makesOffers, offerExpiry } from "./rules.ts";

/**
 * Gives an event's free spots to people on its waitlist, after any change that may have freed some. Expired offers and
 * reservations end, free spots are offered strictly in order of arrival, and the counts are set. A party is offered its
 * spots together: free spots are kept until they suffice for it, and later parties do not overtake it. People who miss
 * an offer wait again behind all others, and are not asked twice for one spot. Spots are open to everyone once all have
 * been asked, and always from the eve on: the waitlist passes and is told, and so are people who asked to hear of free
 * spots. Running it twice changes nothing.
 */
export async function allocateSpots(tx: Transaction<Schema>, event: LockedEvent, now: Date): Promise<void> {
  await expireReservations(tx, event, now);
  const expired = await expireOffers(tx, event, now);
  const isOpen = !isOverBy(spanOfRow(event), now) && !event.cancelled_at && !event.review;
  if (isOpen) {
    await moveBehind(tx, event, expired);
    if (event.passed_seq === everybody && makesOffers(spanOfRow(event), now)) await endEve(tx, event);
    await offerFreeSpots(tx, event, now);
  }
  await letPass(tx, event, isOpen, expired, now);
  await tellExpired(tx, event, expired, now);
  await countSpots(tx, event.id);
  await tellFreed(tx, event.id, now);
}

type Expired = { id: string; member_id: string | null; party_size: number };
const idsOf = (expired: readonly Expired[]) => expired.map(({ id }) => id);

const expireReservations = (tx: Transaction<Schema>, event: LockedEvent, now: Date) =>
  tx.deleteFrom("reservations").where("event_id", "=", event.id).where("expires_at", "<=", now).execute();

/** Ends the offers that were not accepted in time. */
const expireOffers = (tx: Transaction<Schema>, event: LockedEvent, now: Date): Promise<Expired[]> =>
  tx
    .updateTable("registrations")
    .set({ offer_expires_at: null })
    .where("event_id", "=", event.id)
    .where("offer_expires_at", "<=", now)
    .returning(["id", "member_id", "party_size"])
    .execute();

/** Moves people who missed an offer behind everyone on the waitlist, in their previous order. */
async function moveBehind(tx: Transaction<Schema>, event: LockedEvent, expired: readonly Expired[]): Promise<void> {
  if (expired.length === 0) return;
  // `materialized`, because a plan may otherwise evaluate the subquery again for each row and number the list again
  // each time.
  await sql`
    with behind as materialized (
      select id, nextval('registrations_seq_seq') as seq
      from (select id from registrations where id = any(${idsOf(expired)}::uuid[]) order by seq) missed
    )
    update registrations set seq = behind.seq, missed_round = events.round
    from events, behind
    where registrations.id = behind.id and events.id = ${event.id}`.execute(tx);
}

/** Values of `passed_seq`: everybody on the waitlist has passed, whenever they joined it, or nobody has. */
export const everybody = Number.MAX_SAFE_INTEGER;
const nobody = 0;

/**
 * Makes offers again at an event that was moved to later: people who passed because the event was near are in line
 * again.
 */
const endEve = (tx: Transaction<Schema>, { id }: LockedEvent) =>
  tx.updateTable("events").set({ passed_seq: nobody }).where("id", "=", id).execute();

/** Longer than from any moment to the next weekly mail of regulars, in milliseconds. */
const week = 8 * 86_400_000;

async function offerFreeSpots(tx: Transaction<Schema>, event: LockedEvent, now: Date) {
  const expiry = offerExpiry(spanOfRow(event), event.hold_hours, now);
  // People without an address cannot be asked: they get their spots directly, even when the event makes no more offers.
  const isServed = makesOffers(spanOfRow(event), now) ? isInLine : sql`${isInLine} and member_id is null`;
  // The same for people who come to each date of a series unless they say no: the mail of its week names the date.
  const isRegular = event.event_date.getTime() > now.getTime() + week ? sql`regular_id is not null` : sql`false`;
  // Selects each party that fits into the free spots together with all parties before it. The sum runs in order of
  // arrival, so a small party never overtakes a large one. Spots held for an offer are not free.
  const { rows } = await sql<{ id: string; member_id: string | null; name: string | null; is_direct: boolean }>`
    update registrations set
      offer_expires_at = case when not is_direct then ${expiry}::timestamptz end,
      status = case when is_direct then 'joined' else status end,
      joined_at = case when is_direct then ${now}::timestamptz else joined_at end
    from (
      select registrations.id, sum(party_size) over (order by seq) as needed,
        member_id is null or ${isRegular} as is_direct
      from ${waitingAt(event.id)} where ${isServed}
    ) waitlist,
    (select ${freeSpots(event.id)} as free) event
    where registrations.id = waitlist.id and (event.free is null or waitlist.needed <= event.free)
    returning registrations.id, registrations.member_id, registrations.name, is_direct`.execute(tx);
  for (const { name } of rows) if (name !== null) await noteHappening(tx, event, { name }, "joined", now);
  const offered = rows.flatMap(({ id, member_id, is_direct }) =>
    member_id === null || is_direct ? [] : [{ id, member_id }],
  );
  if (offered.length === 0) return;

  // The key contains the expiry, so a member who missed an offer can be mailed about a later one.
  const until = expiry.toISOString();
  const tasks = offered.map(({ id, member_id }): Task => {
    const payload = { eventId: event.id, memberId: member_id, registrationId: id, until };
    return { kind: "registration_offered", key: `registration_offered:${id}:${until}`, payload };
  });
  await enqueueAll(tx, tasks, now);
  await allocateAgain(tx, event, now, expiry);
}

/** Lets people pass, and tells those who had not passed before that they can take a free spot. */
async function letPass(
  tx: Transaction<Schema>,
  event: LockedEvent,
  isOpen: boolean,
  expired: readonly Expired[],
  now: Date,
): Promise<void> {
  const { before, after } = await passedSeqsOf(tx, event, isOpen, now);
  if (before === after) return;
  await tx.updateTable("events").set({ passed_seq: after }).where("id", "=", event.id).execute();
  // People whose offer has just expired learn this from the mail about that expiry.
  const { rows } = await sql<{ id: string; member_id: string }>`
    select registrations.id, member_id from ${waitingAt(event.id)}
    where offer_expires_at is null and member_id is not null and seq > ${before}::bigint and seq <= ${after}::bigint
      and registrations.id <> all(${idsOf(expired)}::uuid[])`.execute(tx);
  const tasks = rows.map(({ id, member_id }): Task => {
    const payload = { eventId: event.id, memberId: member_id, registrationId: id };
    return { kind: "spots_open", key: `spots_open:${id}:${now.toISOString()}`, payload };
  });
  await enqueueAll(tx, tasks, now);
}

/** Returns the current `passed_seq`, and the correct one after all possible offers. */
async function passedSeqsOf(tx: Transaction<Schema>, event: LockedEvent, isOpen: boolean, now: Date) {
  const { rows } = await sql<{ is_free: boolean; has_line: boolean; before: number; last: number }>`
    select coalesce(${freeSpots(event.id)} > 0, true) as is_free, passed_seq as before,
      exists (select 1 from ${waitingAt(event.id)} where ${isInLine}) as has_line,
      coalesce((select max(seq) from ${waitingAt(event.id)} where offer_expires_at is null), passed_seq) as last
    from events where id = ${event.id}`.execute(tx);
  const { is_free, has_line, before, last } = rows[0]!;
  if (!isOpen || !is_free) return { before, after: nobody };
  if (!makesOffers(spanOfRow(event), now)) return { before, after: everybody };
  return { before, after: has_line ? before : last };
}

/** The number of spots that are not taken, held or reserved, as a value for SQL; null without a limit. */
const freeSpots = (eventId: string) => sql`(
  select capacity - ${reservedSpots(eventId)} - (
    select coalesce(sum(party_size), 0) from registrations
    where event_id = ${eventId} and (status = 'joined' or offer_expires_at is not null)
  )
  from events where id = ${eventId}
)`;

/** The number of spots kept for addresses that are not confirmed yet, as a value for SQL. */
const reservedSpots = (eventId: string) => sql`(
  select coalesce(sum(spots), 0) from reservations where event_id = ${eventId}
)`;

async function tellExpired(
  tx: Transaction<Schema>,
  event: LockedEvent,
  expired: readonly Expired[],
  now: Date,
): Promise<void> {
  const tasks = expired.flatMap(({ id, member_id: memberId, party_size }): Task[] => {
    if (memberId === null) return [];
    const payload = { eventId: event.id, memberId, registrationId: id, spots: party_size, stays: true };
    return [{ kind: "offer_expired", key: `offer_expired:${id}:${now.toISOString()}`, payload }];
  });
  await enqueueAll(tx, tasks, now);
}

/** Schedules the next allocation for the time when offers and reservations expire. */
export async function allocateAgain(tx: Transaction<Schema>, { id: eventId }: LockedEvent, now: Date, expiry: Date) {
  const key = `expire_offers:${eventId}:${expiry.toISOString()}`;
  await enqueue(tx, { kind: "expire_offers", key, payload: { eventId } }, now, expiry);
}

/** Shortens offers and reservations that would outlast `latest`, because the event now begins or ends sooner. */
export async function shortenOffers(
  tx: Transaction<Schema>,
  event: LockedEvent,
  latest: Date,
  now: Date,
): Promise<void> {
  const shortened = await tx
    .updateTable("registrations")
    .set({ offer_expires_at: latest })
    .where("event_id", "=", event.id)
    .where("offer_expires_at", ">", latest)
    .returning("id")
    .execute();
  const kept = await tx
    .updateTable("reservations")
    .set({ expires_at: latest })
    .where("event_id", "=", event.id)
    .where("expires_at", ">", latest)
    .returning("id")
    .execute();
  if (shortened.length + kept.length > 0) await allocateAgain(tx, event, now, latest);
}

/** Ends all offers of an event; the people stay on its waitlist. */
export const endOffers = (tx: Transaction<Schema>, { id }: LockedEvent) =>
  tx.updateTable("registrations").set({ offer_expires_at: null }).where("event_id", "=", id).execute();

/**
 * Sets an event's counts from its registrations. People who passed wait again once nothing is free. People who missed
 * an offer can get another once every spot is taken.
 */
export async function countSpots(tx: Transaction<Schema>, eventId: string): Promise<void> {
  await sql`
    update events set taken = counted.taken, waitlisted = counted.waitlisted, held = counted.held,
      passed = case when counted.open then counted.passed else 0 end,
      passed_seq = case when counted.open then counted.passed_seq else 0 end,
      round = events.round + coalesce(counted.missed and counted.taken >= capacity, false)::int
    from (
      select passed_seq, bool_or(missed_round = round) as missed, ${reservedSpots(eventId)} + coalesce(sum(party_size) filter (where status = 'joined'), 0) as taken,
        coalesce(sum(party_size) filter (where status = 'waitlisted'), 0) as waitlisted,
        coalesce(sum(party_size) filter (where offer_expires_at is not null), 0) as held,
        coalesce(sum(party_size) filter (
          where status = 'waitlisted' and offer_expires_at is null and seq <= passed_seq
        ), 0) as passed,
        coalesce(${freeSpots(eventId)} > 0, true) as open
      from events left join registrations on registrations.event_id = events.id
      where events.id = ${eventId} group by events.id
    ) counted
    where events.id = ${eventId}`.execute(tx);
}

/**
 * Accepts the spots offered to a member. People who passed, and the first party in line when it is too large for the
 * free spots, may take the free ones; the guests named last stay behind.
 * @throws Failure no_offer, event_cancelled, under_review
 */
export async function acceptOfferOf(
  tx: Transaction<Schema>,
  event: LockedEvent,
  memberId: string,
  now: Date,
): Promise<void> {
  if (event.cancelled_at) throw new Failure("event_cancelled");
  if (event.review) throw new Failure("under_review");
  // An expired offer must not be accepted, even if the expiry has not been processed yet.
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
  await noteHappening(tx, event, { memberId }, "joined", now);
  const payload = { eventId: event.id, memberId, registrationId: registration.id };
  await enqueue(tx, { kind: "registration_joined", key: `registration_joined:${registration.id}`, payload }, now);
}

/**
 * Returns the number of free spots that a party may take without an offer.
 * @throws Failure no_offer
 */
async function freeFor(tx: Transaction<Schema>, { id, event_id, party_size }: RegistrationRow): Promise<number> {
  const { rows } = await sql<{ may_take: boolean; free: number | null }>`
    select may_take, (select capacity - taken - held from events where id = ${event_id}) as free
    from ${waitlistOf(event_id)} waitlist where id = ${id}`.execute(tx);
  const [found] = rows;
  const free = found?.may_take ? (found.free ?? Infinity) : 0;
  if (free <= 0) throw new Failure("no_offer");
  return Math.min(party_size, free);
}
