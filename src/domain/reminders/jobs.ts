import {
  enqueueAll,
  type EventDate,
  type RegistrationRef,
  type Task,
  type TaskContext,
  type TaskHandlers,
} from "../outbox.ts";
import { registrationReader } from "../registrations/jobs.ts";
import { reminderMail, thanksMail } from "./mails.ts";
import { type ReminderKind, reminderTimes } from "./rules.ts";

type ReminderTasks = ReminderKind | "reminder" | "thanks";

export const reminderJobs: Pick<TaskHandlers, ReminderTasks> = {
  remind_day: (ctx, event) => tellAll(ctx, event, "remind_day"),
  remind_soon: (ctx, event) => tellAll(ctx, event, "remind_soon"),
  thank: (ctx, event) => tellAll(ctx, event, "thank"),

  async reminder(ctx, { eventDate, before, ...ref }) {
    const reader = await registrationReader(ctx, ref, "reminders");
    if (reader?.status !== "joined" || reader.event.status !== "active") return null;
    const isStill = reader.event.eventDate === eventDate && new Date(eventDate) > ctx.now;
    return isStill ? reminderMail(reader, before, ctx) : null;
  },

  async thanks(ctx, ref) {
    const reader = await registrationReader(ctx, ref, "thanks");
    return reader?.status === "joined" && reader.event.status === "active" ? thanksMail(reader, ctx) : null;
  },
};

/**
 * Writes a mail for every participant of an event, if its date is still the same: people who joined after the time for
 * it know when it is. All in one transaction, so that a crash leaves nobody out.
 */
async function tellAll({ db, now }: TaskContext, { eventId, eventDate }: EventDate, kind: ReminderKind): Promise<null> {
  await db.transaction().execute(async (tx) => {
    const event = await tx
      .selectFrom("events")
      .select(["event_date", "event_end", "organizer_id"])
      .where("id", "=", eventId)
      .where("cancelled_at", "is", null)
      .where("review", "is", null)
      .executeTakeFirst();
    if (event?.event_date.toISOString() !== eventDate) return;
    const { from, after } = reminderTimes[kind];
    const registrations = await tx
      .selectFrom("registrations")
      .select(["id", "member_id"])
      .where("event_id", "=", eventId)
      .where("status", "=", "joined")
      .where("joined_at", "<", new Date(event[from].getTime() + after))
      .execute();
    // Nobody needs to thank themselves.
    const readers = registrations.filter(({ member_id }) => kind !== "thank" || member_id !== event.organizer_id);
    const tasks = readers.map(({ id, member_id: memberId }) =>
      taskFor(kind, { eventId, memberId, registrationId: id }, eventDate),
    );
    await enqueueAll(tx, tasks, now);
  });
  return null;
}

function taskFor(kind: ReminderKind, ref: RegistrationRef, eventDate: string): Task {
  const of = `${ref.eventId}:${ref.memberId}`;
  if (kind === "thank") return { kind: "thanks", key: `thanks:${of}:${eventDate}`, payload: ref };
  const [before, hours] = kind === "remind_day" ? (["day", "24h"] as const) : (["soon", "2h"] as const);
  return { kind: "reminder", key: `reminder:${of}:${hours}:${eventDate}`, payload: { ...ref, eventDate, before } };
}
