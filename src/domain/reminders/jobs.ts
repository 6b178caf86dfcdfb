import {
  enqueueAll,
  type EventDate,
  type RegistrationRef,
  type Task,
  type TaskContext,
  type TaskHandlers,
} from "../outbox.ts";
import { partyCodesOf, registrationReader } from "../registrations/jobs.ts";
import { membersAt } from "../registrations/people.ts";
import { reminderMail } from "./mails.ts";
import { reminderTimes } from "./rules.ts";

type ToAll = "remind_day" | "remind_soon";

export const reminderJobs: Pick<TaskHandlers, ToAll | "reminder"> = {
  remind_day: (ctx, event) => tellAll(ctx, event, "remind_day"),
  remind_soon: (ctx, event) => tellAll(ctx, event, "remind_soon"),

  async reminder(ctx, { eventDate, before, ...ref }) {
    const reader = await registrationReader(ctx, ref, "reminders");
    if (reader?.status !== "joined" || reader.event.status !== "active") return null;
    const isStill = reader.event.eventDate === eventDate && new Date(eventDate) > ctx.now;
    // Checked only now, because the reader may have confirmed since the mail was written. Moving an event clears
    // confirmations, so its readers are asked again.
    const isAnswered = before === "soon" && reader.isConfirmed;
    return isStill && !isAnswered
      ? reminderMail(reader, { before, codes: await partyCodesOf(ctx, ref, reader) }, ctx)
      : null;
  },
};

/**
 * Writes a mail for each participant of an event but regulars, if its date is unchanged. People who joined after the
 * reminder's time know the date already. One transaction, so that after a crash no participant is left out.
 */
async function tellAll({ db, now }: TaskContext, { eventId, eventDate }: EventDate, kind: ToAll): Promise<null> {
  await db.transaction().execute(async (tx) => {
    const event = await tx
      .selectFrom("events")
      .select("event_date")
      .where("id", "=", eventId)
      .where("cancelled_at", "is", null)
      .where("review", "is", null)
      .executeTakeFirst();
    if (event?.event_date.toISOString() !== eventDate) return;
    const registrations = await tx
      .selectFrom(membersAt(eventId).as("registered"))
      .select(["registration_id", "member_id"])
      .where("status", "=", "joined")
      // Regulars have one mail a week for all of their dates.
      .where("is_regular", "=", false)
      .where("joined_at", "<", new Date(event.event_date.getTime() + reminderTimes[kind].after))
      .execute();
    const tasks = registrations.map(({ registration_id: registrationId, member_id: memberId }) =>
      taskFor(kind, { eventId, memberId, registrationId }, eventDate),
    );
    await enqueueAll(tx, tasks, now);
  });
  return null;
}

function taskFor(kind: ToAll, ref: RegistrationRef, eventDate: string): Task {
  const of = `${ref.eventId}:${ref.memberId}`;
  const [before, hours] = kind === "remind_day" ? (["day", "24h"] as const) : (["soon", "2h"] as const);
  return { kind: "reminder", key: `reminder:${of}:${hours}:${eventDate}`, payload: { ...ref, eventDate, before } };
}
