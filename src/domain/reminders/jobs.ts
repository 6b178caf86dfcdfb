import { standing } from "../joins/jobs.ts";
import { enqueueAll, type EventDate, type Task, type TaskContext, type TaskHandlers } from "../outbox.ts";
import { reminderMail, thanksMail } from "./mails.ts";
import { type ReminderKind, reminderTimes } from "./rules.ts";

type ReminderTasks = ReminderKind | "reminder" | "thanks";

export const reminderJobs: Pick<TaskHandlers, ReminderTasks> = {
  remind_day: (ctx, event) => tellAll(ctx, event, "remind_day"),
  remind_soon: (ctx, event) => tellAll(ctx, event, "remind_soon"),
  thank: (ctx, event) => tellAll(ctx, event, "thank"),

  async reminder(ctx, { eventDate, before, ...place }) {
    const found = await standing(ctx, place, "reminders");
    if (found?.state !== "joined" || found.event.status === "cancelled") return null;
    const isStill = found.event.eventDate === eventDate && new Date(eventDate) > ctx.now;
    return isStill ? reminderMail(found, before, ctx) : null;
  },

  async thanks(ctx, place) {
    const found = await standing(ctx, place, "thanks");
    return found?.state === "joined" && found.event.status === "active" ? thanksMail(found, ctx) : null;
  },
};

/**
 * Writes a mail for everyone who has joined an event, if it still is when it was to be: who has joined after the time for
 * it knows when it is. All in one transaction, so that a crash leaves nobody out.
 */
async function tellAll({ db, now }: TaskContext, { eventId, eventDate }: EventDate, kind: ReminderKind): Promise<null> {
  await db.transaction().execute(async (tx) => {
    const event = await tx
      .selectFrom("events")
      .select(["event_date", "event_end", "organizer_id"])
      .where("id", "=", eventId)
      .where("cancelled_at", "is", null)
      .executeTakeFirst();
    if (event?.event_date.toISOString() !== eventDate) return;
    const { from, after } = reminderTimes[kind];
    const joins = await tx
      .selectFrom("joins")
      .select(["id", "member_id"])
      .where("event_id", "=", eventId)
      .where("state", "=", "joined")
      .where("joined_at", "<", new Date(event[from].getTime() + after))
      .execute();
    // Nobody needs to thank themselves.
    const readers = joins.filter(({ member_id }) => kind !== "thank" || member_id !== event.organizer_id);
    const tasks = readers.map(({ id, member_id: memberId }) =>
      taskFor(kind, { eventId, memberId, joinId: id }, eventDate),
    );
    await enqueueAll(tx, tasks, now);
  });
  return null;
}

function taskFor(
  kind: ReminderKind,
  place: { eventId: string; memberId: string; joinId: string },
  eventDate: string,
): Task {
  const of = `${place.eventId}:${place.memberId}`;
  if (kind === "thank") return { kind: "thanks", key: `thanks:${of}:${eventDate}`, payload: place };
  const [before, hours] = kind === "remind_day" ? (["day", "24h"] as const) : (["soon", "2h"] as const);
  return { kind: "reminder", key: `reminder:${of}:${hours}:${eventDate}`, payload: { ...place, eventDate, before } };
}
