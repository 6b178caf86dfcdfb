import { eventPath } from "../events/rules.ts";
import { say } from "#messages/all.ts";
import { findEvent } from "../events/queries.ts";
import { inWords } from "../events/mails.ts";
import type { TaskHandlers } from "../outbox.ts";

export const ownershipTransferJobs: Pick<TaskHandlers, "ownership_offered" | "ownership_accepted"> = {
  async ownership_offered(ctx, { eventId, email }) {
    const offer = await ctx.db
      .selectFrom("ownership_transfers")
      .select("email")
      .where("event_id", "=", eventId)
      .where("email", "=", email)
      .executeTakeFirst();
    const event = offer && (await findEvent(ctx.db, eventId));
    if (!event) return null;
    const values = { title: event.title, organizer: event.organizer, when: inWords(event), location: event.location };
    return {
      to: email,
      replyTo: event.email,
      subject: say("mail.transfer.subject", values),
      heading: say("mail.transfer.subject", values),
      paragraphs: [say("mail.transfer.text", values), say("mail.transfer.what")],
      actions: [{ label: say("mail.transfer.button"), address: `${ctx.address}${eventPath(eventId)}?offer` }],
      afterwards: [say("mail.transfer.after")],
      reason: say("mail.reason.transfer", values),
    };
  },

  async ownership_accepted(ctx, { eventId, memberId }) {
    const event = await findEvent(ctx.db, eventId);
    const before = await ctx.db
      .selectFrom("members")
      .select(["name", "email"])
      .where("id", "=", memberId)
      .executeTakeFirst();
    if (!event || !before) return null;
    const values = { title: event.title, organizer: event.organizer, email: event.email };
    return {
      to: before.email,
      subject: say("mail.transfer_accepted.subject", values),
      heading: say("mail.transfer_accepted.subject", values),
      paragraphs: [say("mail.hello", before), say("mail.transfer_accepted.text", values)],
      reason: say("mail.reason.account"),
    };
  },
};
