import { sql } from "kysely";
import { preparedWith } from "#db/prepared.ts";
import { isBlockedAt } from "../blocks/queries.ts";
import { eventReader, partyCodesOf, registrationReader } from "../registrations/jobs.ts";
import { noCodes } from "../registrations/mails.ts";
import type { TaskHandlers } from "../outbox.ts";
import { addedMail, messageMail, removedMail } from "./mails.ts";

type ParticipantTasks = "registration_removed" | "registration_added" | "organizer_message";

// Each mail is built when it goes out, from current data: people who have left since, or whose event is gone, get no
// mail.
export const participantJobs: Pick<TaskHandlers, ParticipantTasks> = {
  async registration_removed(ctx, { reason, spots = 1, ...ref }) {
    const reader = await eventReader(ctx, ref, "changes");
    const isBlocked = reader && (await isBlockedAt(ctx.db, ref.eventId, ref.memberId));
    return reader && removedMail(reader, { reason: isBlocked ? "" : reason, spots }, ctx);
  },

  async registration_added(ctx, { reason, ...ref }) {
    const reader = await registrationReader(ctx, ref, "changes");
    const codes = reader?.status === "joined" ? await partyCodesOf(ctx, ref, reader) : noCodes;
    return reader && addedMail(reader, { reason, codes }, ctx);
  },

  async organizer_message(ctx, { messageId, memberId, subject }) {
    const [message] = await findMessage(ctx.db, { messageId });
    const reader = message && (await eventReader(ctx, { eventId: message.eventId, memberId }, "messages"));
    // A message that hosts have hidden since is not sent, nor is any between people who have blocked each other.
    if (!reader || reader.event.status === "under_review") return null;
    if (await isBlockedAt(ctx.db, message.eventId, memberId)) return null;
    return messageMail(reader, { subject, text: message.text }, ctx);
  },
};

const findMessage = preparedWith<{ messageId: string }, { eventId: string; text: string }>(
  (place) => sql`select event_id as "eventId", text from messages where id = ${place("messageId")}`,
);
