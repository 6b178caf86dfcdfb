import { sql } from "kysely";
import { preparedWith } from "#db/prepared.ts";
import { newId } from "#db/schema.server.ts";
import { isBlockedBetween } from "../blocks/queries.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { everybody } from "./allocation.ts";
import { ownReservation } from "./own-reservation.ts";
import { lastOnEve } from "./rules.ts";
import { guardianOf, type JoinInput, type OwnRegistration } from "./shapes.ts";

/** The result of a new registration: spots for all or part of its party, or its position on the waitlist. */
export type Taken = { status: "joined" | "waitlisted"; spots: number; position: number | null };

/**
 * Registers a party: counts the free spots, takes them and writes the mail about it, all in one statement. The event's
 * row is locked until everything is written, so a concurrent statement waits and then reads the new counts. All columns
 * compared by the table's checks are set from the locked row, even unchanged ones, because PostgreSQL first checks the
 * row version that the statement found, and only then looks for a newer one. A member who is already registered
 * violates the unique constraint, which undoes the rest too.
 *
 * While people wait for spots that they are not offered, free spots are theirs unless they pass. When the last free
 * spot is taken, people who passed wait again like all others. On an event's eve nothing is kept for a party that
 * prefers to wait: it passes. `reserved` is the number of taken spots that were kept for this party; they are its own,
 * even while others wait.
 *
 * The organizer is told, except of people they added themselves; those people are told instead, with the reason
 * `addedFor`. Without a member, the registration is for a person without an e-mail address, by `name`, and nobody is
 * told. A phone number is kept if the event asks for one, or if the organizer enters it.
 * @returns what was taken; nothing if the event is over, canceled, a draft or does not exist, or if its organizer and
 * the member have blocked each other
 * @throws Failure already_joined, sign_in_required or no_such_member (an account that has just been deleted)
 */
export async function takeSpots(
  ctx: Pick<Context, "db" | "now">,
  input: JoinInput & { addedFor?: string; reserved?: number; name?: string; mindsReservations?: boolean },
  memberId: string | null,
): Promise<Taken | undefined> {
  const { eventId, companions = [], whenShort = "wait", addedFor, reserved = 0, name = null, phone = null } = input;
  const isMember = memberId !== null;
  const told = addedFor === undefined ? null : "registration_added";
  const reason = JSON.stringify(addedFor === undefined ? {} : { reason: addedFor });
  const [registrationId, wanted] = [newId(), companions.length + 1];
  // Ids created one after the other sort in the order of the names.
  const guests = JSON.stringify(companions.map((guest) => ({ id: newId(), ...guest, guardian: guardianOf(guest) })));
  const guardian = guardianOf(input);
  // Made one after the other, ids sort in the order of the names.
  const guests = companions.map((guest) => ({ id: newId(), ...guest, guardian: guardianOf(guest) }));
  try {
    const [taken] = await takeInOne(ctx.db, {
      ...{ eventId, memberId, name, phone, under18, guardian, reserved, isMember },
      now: ctx.now,
      wanted: companions.length + 1,
      takes: whenShort === "take",
      mindsReservations: input.mindsReservations ?? false,
      everybody,
      eve: lastOnEve(ctx.now),
      isNobody: !isMember,
      agreedAt: guardian === null ? null : ctx.now,
      guests: JSON.stringify(guests),
      isOwnDeed: addedFor === undefined && isMember,
      told: addedFor === undefined ? null : "registration_added",
      reason: JSON.stringify(addedFor === undefined ? {} : { reason: addedFor }),
      ...{ registrationId: newId(), happeningId: newId(), taskId: newId() },
    });
    if (!taken) return undefined;
    const { status, spots, position } = taken;
    const companionsIn = guests
      .slice(0, spots - 1)
      .map((guest) => ({ _id: guest.id, name: guest.name, under18: guest.under18 ?? false, guardian: guest.guardian }));
    return { status, spots, position, about: { companions: companionsIn, phone: taken.phone, under18, guardian } };
  } catch (error) {
    if (codeOf(error) === uniqueViolation) throw new Failure("already_joined");
    // The event's row is locked, so the missing row must be the member's account, deleted just now.
    if (codeOf(error) === foreignKeyViolation) {
      throw new Failure(addedFor === undefined ? "sign_in_required" : "no_such_member");
    }
    throw error;
  }
}

/** PostgreSQL's error codes; both drivers set them on the errors they throw. */
const [uniqueViolation, foreignKeyViolation] = ["23505", "23503"];
const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
