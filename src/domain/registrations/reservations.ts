import { type Kysely, sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import type { LockedEvent } from "../events/locking.ts";
import { spotsForNewcomer } from "../events/rules.ts";
import { Failure, type FailureCode } from "../failure.ts";
import { hasEnded, spanOfRow } from "../time-zones/rules.ts";
import { takeHeld } from "./added.ts";
import { allocateAgain, allocateSpots, countSpots } from "./allocation.ts";
import { findRegistration } from "./party.ts";
import { ownReservation } from "./queries.ts";
import { reservationExpiry, reservedMax } from "./rules.ts";
import type { Party } from "./shapes.ts";
import { type Taken, takeSpots } from "./take-spots.ts";

/** The spots kept for an address, and until when. */
export type Reserved = { id: string; spots: number; until: Date };
type Reservation = Reserved & { isNew: boolean };

/**
 * Keeps spots for an address until the reader of its mail has confirmed; they count as taken until then. An address has
 * one reservation at an event; another request, by anyone, leaves it as it is. Nothing is kept if there are not enough
 * free spots, if they belong to people on the waitlist, or if too many spots would be unconfirmed.
 * @returns null if nothing is kept: then the spots are taken on confirming, if there are any
 */
export async function reserveSpots(
  tx: Transaction<Schema>,
  event: LockedEvent,
  email: string,
  party: Party,
  now: Date,
): Promise<Reservation | null> {
  const wanted = sizeOf(party);
  const kept = await findReservation(tx, event.id, email);
  if (kept && kept.until > now)
    return kept.spots >= wanted || party.whenShort === "take" ? { ...kept, isNew: false } : null;
  if (kept) await tx.deleteFrom("reservations").where("id", "=", kept.id).execute();

  const spots = spotsFor(event, wanted, party.whenShort);
  if (spots === 0 || (await reservedAt(tx, event.id, now)) + spots > reservedMax(event)) return null;
  const until = reservationExpiry(spanOfRow(event), now);
  const reserved = { id: newId(), spots, until };
  await tx
    .insertInto("reservations")
    .values({ id: reserved.id, event_id: event.id, email, spots, expires_at: until })
    .execute();
  await countSpots(tx, event.id);
  await allocateAgain(tx, event, now, until);
  return { ...reserved, isNew: true };
}

/** Returns how many spots of a party are available now, by the same rule as for newcomers: see `takeSpots`. */
function spotsFor(event: LockedEvent, wanted: number, whenShort: Party["whenShort"]): number {
  const free = spotsForNewcomer(event) ?? wanted;
  if (wanted <= free) return wanted;
  return whenShort === "take" ? free : 0;
}

async function reservedAt(tx: Transaction<Schema>, eventId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ spots: number }>`
    select coalesce(sum(spots), 0)::int as spots from reservations where event_id = ${eventId} and expires_at > ${now}`.execute(
    tx,
  );
  return rows[0]?.spots ?? 0;
}

/** Finds the spots kept for an address at an event, even if they have expired. */
export const findReservation = (db: Kysely<Schema>, eventId: string, email: string): Promise<Reserved | undefined> =>
  db
    .selectFrom("reservations")
    .select(["id", "spots", "expires_at as until"])
    .where("event_id", "=", eventId)
    .where("email", "=", email)
    .executeTakeFirst();

/** Returns the spots reserved at an event for a member's confirmed address. */
export async function findOwnReservation(
  { db, now }: Pick<Context, "db" | "now">,
  eventId: string,
  memberId: string,
): Promise<{ email: string } | undefined> {
  return (await ownReservation(eventId, memberId, now).execute(db)).rows[0];
}

/** Gives back kept spots, and offers them to the next people on the waitlist. */
export async function endReservation(tx: Transaction<Schema>, event: LockedEvent, id: string, now: Date) {
  await tx.deleteFrom("reservations").where("id", "=", id).execute();
  await allocateSpots(tx, event, now);
}

/** The result of registering: spots or a position, a registration that existed already, or the reason against it. */
export type Registered =
  | Taken
  | "already_joined"
  | Extract<FailureCode, "event_cancelled" | "event_over" | "under_review" | "cannot_join">;

/** The member to whom spots are kept by their address, and their party; `isToldTogether` as for `takeSpots`. */
type Owner = { email: string; memberId: string; party: Party; isToldTogether?: boolean };

/**
 * Registers a member who has just proved their address, with the spots kept for it. Missing spots are taken as by any
 * member; kept spots that are not needed are offered to the next. A spot that an organizer holds by name for the
 * address becomes theirs.
 */
export async function registerReserved(
  tx: Transaction<Schema>,
  event: LockedEvent,
  { email, memberId, party, isToldTogether = false }: Owner,
  now: Date,
): Promise<Registered> {
  const kept = await findReservation(tx, event.id, email);
  if (kept) await tx.deleteFrom("reservations").where("id", "=", kept.id).execute();
  const reserved = kept && kept.until > now ? kept.spots : 0;
  const held = await takeHeld(tx, event, { email, memberId, party, isToldTogether }, now);
  const wanted = { ...party, isToldTogether };
  const registered =
    typeof held === "number"
      ? await register(tx, event, memberId, { ...wanted, reserved: reserved + held }, now)
      : held;
  await allocateSpots(tx, event, now);
  return registered;
}

async function register(
  tx: Transaction<Schema>,
  event: LockedEvent,
  memberId: string,
  party: Party & { reserved: number; isToldTogether: boolean },
  now: Date,
): Promise<Registered> {
  // The event's row is locked, so no registration can come in between.
  if (await findRegistration(tx, event.id, memberId)) return "already_joined";
  const taken = await takeSpots({ db: tx, now }, { ...party, eventId: event.id }, memberId);
  return taken ?? reasonAgainst(event, now);
}

/** Returns the reason why an unregistered person takes nothing. */
export function reasonAgainst(event: LockedEvent, now: Date): Exclude<Registered, Taken | "already_joined"> {
  if (event.cancelled_at) return "event_cancelled";
  if (event.review) return "under_review";
  return event.is_draft || hasEnded(spanOfRow(event), now) ? "event_over" : "cannot_join";
}

/** @throws Failure event_cancelled, event_over, if the event no longer takes registrations */
export function requireOpen(event: LockedEvent, now: Date): void {
  if (event.cancelled_at) throw new Failure("event_cancelled");
  if (hasEnded(spanOfRow(event), now)) throw new Failure("event_over");
}

const sizeOf = ({ guests }: Party): number => guests.length + 1;
