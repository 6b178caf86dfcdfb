import type { Kysely, Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { isBlockedAt } from "../blocks/queries.ts";
import type { LockedEvent } from "../events/locking.ts";
import { enqueue } from "../outbox.ts";
import { allocateSpots } from "./allocation.ts";
import { agreementOf, findRegistration, type RegistrationRow } from "./party.ts";
import { registrationOf } from "./queries.ts";
import { guardianOf, type Party } from "./shapes.ts";
import type { Taken } from "./take-spots.ts";

// People whom an organizer adds by name, with an address to which one mail goes. By its link, or by joining with that
// address, the spot becomes theirs. Every change happens under the event's lock, so a spot is given once.

/** A person who was added with an address; `email` is null once the spot is theirs. */
export type Added = { id: string; event_id: string; registration_id: string; email: string | null };
type Open = Added & { email: string };

/** Notes the address of a person who was added by name, and writes the mail with the link to their spot. */
export async function noteAddress(
  tx: Transaction<Schema>,
  event: LockedEvent,
  { registrationId, email, addedBy }: { registrationId: string; email: string; addedBy: string },
  now: Date,
): Promise<void> {
  const id = newId();
  const added = { added_by: addedBy, added_at: now };
  await tx
    .insertInto("added_people")
    .values({ id, event_id: event.id, registration_id: registrationId, email, ...added })
    .execute();
  await enqueue(tx, { kind: "person_added", key: `person_added:${id}`, payload: { addedId: id } }, now);
}

/** Tests whether a spot is held by name for an address at an event. */
export const isAddedAt = async (db: Kysely<Schema>, eventId: string, email: string): Promise<boolean> =>
  (await findAddedAt(db, eventId, email)) !== undefined;

const findAddedAt = (db: Kysely<Schema>, eventId: string, email: string) =>
  db
    .selectFrom("added_people")
    .where("event_id", "=", eventId)
    .where("email", "=", email)
    .select(["id", "event_id", "registration_id", "email"])
    .executeTakeFirst();

/** Finds the person behind a link, with the state of their registration; undefined if it was removed. */
export const findAdded = (db: Kysely<Schema>, id: string) =>
  db
    .selectFrom("added_people")
    .innerJoin("registrations", "registrations.id", "added_people.registration_id")
    .where("added_people.id", "=", id)
    .select(["added_people.id", "added_people.event_id", "added_people.registration_id", "email", "freed", "added_by"])
    .select(["registrations.status", "registrations.name", "registrations.member_id"])
    .executeTakeFirst();

/**
 * Gives a spot that is held by name to a member. A member who is registered already keeps that registration, and the
 * held spot is freed; but a held spot is better than waiting for one alone, and then takes its place. A member who gets
 * the spot is mailed as after joining, unless the caller tells them (`isToldTogether`).
 */
export async function takeOver(
  tx: Transaction<Schema>,
  event: LockedEvent,
  added: Added,
  memberId: string,
  now: Date,
  isToldTogether = false,
): Promise<void> {
  const own = await findRegistration(tx, event.id, memberId);
  const held = await heldRow(tx, added);
  const isBetter = own?.status === "waitlisted" && own.party_size === 1 && held.status === "joined";
  const stays = own && !isBetter ? own : held;
  const gone = own && (isBetter ? own : held);
  await tx
    .updateTable("added_people")
    .set({ email: null, registration_id: stays.id, freed: gone?.id === held.id })
    .where("id", "=", added.id)
    .execute();
  if (gone) await tx.deleteFrom("registrations").where("id", "=", gone.id).execute();
  if (stays.id === held.id) {
    const theirs = { member_id: memberId, name: null };
    await tx.updateTable("registrations").set(theirs).where("id", "=", held.id).execute();
    const kind = held.status === "joined" ? ("registration_joined" as const) : ("registration_waitlisted" as const);
    const payload = { eventId: event.id, memberId, registrationId: held.id };
    if (!isToldTogether) await enqueue(tx, { kind, key: `${kind}:${held.id}`, payload }, now);
  }
  await allocateSpots(tx, event, now);
}

const heldRow = (tx: Transaction<Schema>, { registration_id }: Added): Promise<RegistrationRow> =>
  tx.selectFrom("registrations").selectAll().where("id", "=", registration_id).executeTakeFirstOrThrow();

type Owner = { email: string; memberId: string; party: Party; isToldTogether: boolean };

/**
 * Gives a member who joins by themselves the spot that is held by name for their confirmed address, so that they have
 * one and not two. With guests, the held spot counts for their party.
 * @returns the registration; or the number of spots for the party, 0 if none was held
 */
export async function takeHeld(
  tx: Transaction<Schema>,
  event: LockedEvent,
  { email, memberId, party, isToldTogether }: Owner,
  now: Date,
): Promise<Taken | number> {
  const added = await findAddedAt(tx, event.id, email);
  if (!isOpen(added) || event.cancelled_at || event.is_draft || event.event_end < now) return 0;
  if ((await findRegistration(tx, event.id, memberId)) || (await isBlockedAt(tx, event.id, memberId))) return 0;
  const held = await heldRow(tx, added);
  if (party.guests.length > 0) {
    // Its row takes the link with it. The counts stay until the party's own registration changes them.
    await tx.deleteFrom("registrations").where("id", "=", held.id).execute();
    if (held.status === "joined") return held.party_size;
    await allocateSpots(tx, event, now);
    return 0;
  }
  await takeOver(tx, event, added, memberId, now, isToldTogether);
  const phone = (event.asks_phone && party.phone) || held.phone;
  const agreement = party.under18 ? agreementOf(guardianOf(party), held, now) : {};
  const about = { phone, under18: party.under18 ?? held.under18, ...agreement };
  await tx.updateTable("registrations").set(about).where("id", "=", held.id).execute();
  const theirs = await registrationOf({ db: tx, now }, event.id, memberId);
  return { status: held.status, spots: 1, position: theirs.position, about: theirs, registrationId: held.id };
}

const isOpen = (added: Added | undefined): added is Open => added?.email != null;

/** The events at which spots are held for a proved address. */
export const addedDataOf = (db: Kysely<Schema>, email: string) =>
  db
    .selectFrom("added_people")
    .where("email", "=", email)
    .select(["event_id as eventId", "added_at as addedAt"])
    .orderBy("added_at")
    .execute();

/** Forgets an address whose member deletes their account; the spots stay by name. */
export const forgetAddress = (tx: Transaction<Schema>, email: string) =>
  tx.deleteFrom("added_people").where("email", "=", email).execute();
