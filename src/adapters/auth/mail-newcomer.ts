import { type Database, newId } from "#db/schema.server.ts";
import { lockPublicEvent } from "#domain/events/locking.ts";
import { Failure } from "#domain/failure.ts";
import { joinAnswer } from "#domain/registrations/commands.ts";
import { registrationOf } from "#domain/registrations/queries.ts";
import { requireOpen } from "#domain/registrations/reservations.ts";
import { type JoinAnswer, type JoinByMailInput, partyOf } from "#domain/registrations/shapes.ts";
import { takeSpots } from "#domain/registrations/take-spots.ts";
import { askToVerifyWithJoin } from "./mail-tasks.ts";

/**
 * Makes a member of somebody whose address nobody can confirm, as no mail is sent here, and registers them, both or neither.
 * @throws Failure email_taken, not_found, event_over, event_cancelled
 */
export function registerAtOnce(db: Database, input: JoinByMailInput, now: Date) {
  const { name, email, eventId } = input;
  return db.transaction().execute(async (tx): Promise<{ memberId: string; join: JoinAnswer }> => {
    const event = await lockPublicEvent(tx, eventId);
    requireOpen(event, now);
    const memberId = newId();
    const { numInsertedOrUpdatedRows: made } = await tx
      .insertInto("members")
      .values({ id: memberId, name, email, email_verified: false })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .executeTakeFirstOrThrow();
    if (made === 0n) throw new Failure("email_taken");
    await askToVerifyWithJoin(tx, memberId, now);
    const taken = await takeSpots({ db: tx, now }, { ...partyOf(input), eventId: event.id }, memberId);
    if (!taken) throw new Failure("event_over");
    return { memberId, join: joinAnswer(taken, await registrationOf({ db: tx, now }, event.id, memberId)) };
  });
}
