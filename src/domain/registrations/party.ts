import type { Selectable, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { LockedEvent } from "../events/locking.ts";
import { type AboutInput, guardianOf } from "./shapes.ts";

export type RegistrationRow = Selectable<Schema["registrations"]>;

/** Finds a member's registration for an event, if they have one. */
export const findRegistration = (tx: Transaction<Schema>, eventId: string, memberId: string) =>
  tx
    .selectFrom("registrations")
    .selectAll()
    .where("event_id", "=", eventId)
    .where("member_id", "=", memberId)
    .executeTakeFirst();

/** Returns the ids of a party's guests, in the order in which they were named. */
export async function guestIdsOf(tx: Transaction<Schema>, registrationId: string): Promise<string[]> {
  const guests = await tx
    .selectFrom("guests")
    .select("id")
    .where("registration_id", "=", registrationId)
    .orderBy("id")
    .execute();
  return guests.map(({ id }) => id);
}

/**
 * Stores details that a member gives about themselves, and the guardians of their guests; the event's row must be
 * locked. A guardian who had agreed before keeps the earlier date.
 */
export async function noteAbout(
  tx: Transaction<Schema>,
  event: LockedEvent,
  registration: RegistrationRow,
  about: AboutInput,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("registrations")
    .set({
      phone: event.asks_phone ? (about.phone ?? null) : null,
      under18: about.under18 ?? false,
      ...agreementOf(guardianOf(about), registration, now),
    })
    .where("id", "=", registration.id)
    .execute();
  const guests = await tx.selectFrom("guests").selectAll().where("registration_id", "=", registration.id).execute();
  for (const guest of guests) {
    const said = about.guests.find(({ _id }) => _id === guest.id);
    const guardian = guardianOf({ under18: guest.under18, guardian: said?.guardian });
    await tx
      .updateTable("guests")
      .set(agreementOf(guardian, guest, now))
      .where("id", "=", guest.id)
      .execute();
  }
}

/** The columns of a guardian's agreement; one who had agreed before keeps the earlier date. */
export const agreementOf = (
  guardian: string | null,
  before: Pick<RegistrationRow, "guardian_name" | "guardian_agreed_at">,
  now: Date,
) => ({
  guardian_name: guardian,
  guardian_agreed_at: guardian === null ? null : guardian === before.guardian_name ? before.guardian_agreed_at : now,
});

/** Deletes the confirmations of attendance at an event, which were for another date. */
export const forgetConfirmations = (tx: Transaction<Schema>, { id }: LockedEvent) =>
  tx.updateTable("registrations").set({ attendance_confirmed_at: null }).where("event_id", "=", id).execute();

/** Takes guests out of a party; the event's row must be locked. @returns how many of them were in it */
export async function removeGuests(
  tx: Transaction<Schema>,
  registration: RegistrationRow,
  guestIds: string[],
): Promise<number> {
  const removed = await tx
    .deleteFrom("guests")
    .where("registration_id", "=", registration.id)
    .where("id", "in", guestIds)
    .returning("id")
    .execute();
  await tx
    .updateTable("registrations")
    .set((eb) => ({ party_size: eb("party_size", "-", removed.length) }))
    .where("id", "=", registration.id)
    .execute();
  return removed.length;
}
