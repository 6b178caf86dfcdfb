import { eventReader, standing } from "../joins/jobs.ts";
import type { TaskHandlers } from "../outbox.ts";
import { addedMail, messageMail, removedMail } from "./mails.ts";

type ParticipantTasks = "place_removed" | "place_added" | "organizer_message";

// Each mail tells what is still true when it goes out: who has left since, or whose event is gone, hears nothing of it.
export const participantJobs: Pick<TaskHandlers, ParticipantTasks> = {
  async place_removed(ctx, { reason, ...whose }) {
    const reader = await eventReader(ctx, whose, "changes");
    return reader && removedMail(reader, reason, ctx);
  },

  async place_added(ctx, { reason, ...place }) {
    const reader = await standing(ctx, place, "changes");
    return reader && addedMail(reader, reason, ctx);
  },

  async organizer_message(ctx, { messageId, memberId }) {
    const message = await ctx.db
      .selectFrom("messages")
      .select(["event_id as eventId", "text"])
      .where("id", "=", messageId)
      .executeTakeFirst();
    const reader = message && (await eventReader(ctx, { eventId: message.eventId, memberId }, "messages"));
    return reader ? messageMail(reader, message.text, ctx.address) : null;
  },
};
