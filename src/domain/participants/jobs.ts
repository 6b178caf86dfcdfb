import { findEvent } from "../events/queries.ts";
import type { TaskContext, TaskHandlers } from "../outbox.ts";
import { addedMail, messageMail, removedMail } from "./mails.ts";

type ParticipantTasks = "place_removed" | "place_added" | "organizer_message";

// Each mail tells what is still true when it goes out: who has left since, or whose event is gone, hears nothing of it.
export const participantJobs: Pick<TaskHandlers, ParticipantTasks> = {
  async place_removed(ctx, { eventId, memberId, reason }) {
    const reader = await readerOf(ctx, eventId, memberId);
    return reader && removedMail(reader, reason);
  },

  async place_added(ctx, { eventId, memberId, joinId, reason }) {
    const join = await ctx.db.selectFrom("joins").select("state").where("id", "=", joinId).executeTakeFirst();
    const reader = join && (await readerOf(ctx, eventId, memberId));
    return reader ? addedMail({ ...reader, waiting: join.state === "waiting" }, reason, ctx.address) : null;
  },

  async organizer_message(ctx, { messageId, memberId }) {
    const message = await ctx.db
      .selectFrom("messages")
      .select(["event_id", "text"])
      .where("id", "=", messageId)
      .executeTakeFirst();
    const reader = message && (await readerOf(ctx, message.event_id, memberId));
    if (!reader) return null;
    const { name, email, event } = reader;
    const { _id: eventId, title, organizer, email: organizerEmail } = event;
    return messageMail({ name, email, eventId, title, organizer, organizerEmail, message: message.text }, ctx.address);
  },
};

/** Who reads a mail about an event, with the event; null when either is gone. */
async function readerOf({ db }: TaskContext, eventId: string, memberId: string) {
  const member = await db.selectFrom("members").select(["name", "email"]).where("id", "=", memberId).executeTakeFirst();
  const event = member && (await findEvent(db, eventId));
  return event ? { ...member, event } : null;
}
