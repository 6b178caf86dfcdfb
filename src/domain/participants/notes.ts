import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { lockedFor } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import { keptDays } from "../privacy/rules.ts";
import { isListedAt, registrationsOf } from "../registrations/people.ts";
import { rightFor } from "../rights/rules.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { recordAction } from "../team-log/commands.ts";
import { day } from "./rules.ts";
import type { PersonNoteInput } from "./shapes.ts";

/**
 * Writes the note on a person at an event, which its organizers share, or deletes it if the text is empty. The last
 * write wins. The log says that a note was written, without its words and the person.
 * @param personId their registration's id
 * @throws Failure sign_in_required, not_found (no such event, or no such person at it), not_yours, event_over (notes
 * are deleted by now)
 */
export async function notePerson(
  ctx: Context,
  eventId: string,
  personId: string,
  { text }: PersonNoteInput,
): Promise<Acknowledged> {
  const { id: memberId } = requireMember(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const event = await lockedFor(tx, ctx, eventId, rightFor.notePerson);
    if (event.event_end.getTime() + keptDays.note * day <= ctx.now.getTime()) throw new Failure("event_over");
    if (!(await isPersonAt(tx, event.id, personId))) throw new Failure("not_found");
    if (text === "") {
      const deleted = await tx
        .deleteFrom("person_notes")
        .where("registration_id", "=", personId)
        .returning("registration_id")
        .executeTakeFirst();
      if (deleted) await recordAction(tx, event, { action: "note_deleted" }, ctx);
      return;
    }
    const written = { text, written_by: memberId, written_at: ctx.now };
    await tx
      .insertInto("person_notes")
      .values({ registration_id: personId, ...written })
      .onConflict((conflict) => conflict.column("registration_id").doUpdateSet(written))
      .execute();
    await recordAction(tx, event, { action: "person_noted" }, ctx);
  });
  return shape(Acknowledged, { acknowledged: true });
}

async function isPersonAt(tx: Transaction<Schema>, eventId: string, personId: string): Promise<boolean> {
  if (!isId(personId)) return false;
  const { rows } = await sql<{ is: boolean }>`select ${isListedAt(eventId, personId)} as is`.execute(tx);
  return rows[0]?.is ?? false;
}

/** The notes on a member at all events, without their authors: those are other people. */
export const notesOn = (db: Kysely<Schema>, memberId: string) =>
  db
    .selectFrom("person_notes")
    .innerJoin(registrationsOf(memberId).as("theirs"), "theirs.id", "person_notes.registration_id")
    .select(["theirs.event_id as eventId", "text", "written_at as writtenAt"])
    .orderBy("written_at")
    .execute();
