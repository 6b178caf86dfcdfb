import type { Selectable, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";

export type RegistrationRow = Selectable<Schema["registrations"]>;

/** A member's registration for an event, if they have one. */
export const findRegistration = (tx: Transaction<Schema>, eventId: string, memberId: string) =>
  tx
    .selectFrom("registrations")
    .selectAll()
    .where("event_id", "=", eventId)
    .where("member_id", "=", memberId)
    .executeTakeFirst();

/** The ids of a party's guests, in the order in which they were named. */
export async function guestIdsOf(tx: Transaction<Schema>, registrationId: string): Promise<string[]> {
  const guests = await tx
    .selectFrom("guests")
    .select("id")
    .where("registration_id", "=", registrationId)
    .orderBy("id")
    .execute();
  return guests.map(({ id }) => id);
}

/** Takes guests out of a party; its event's row is locked. @returns how many of them were in it */
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
