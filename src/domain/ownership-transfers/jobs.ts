import { isOfferBlocked } from "./queries.ts";
import { eventPath } from "../events/rules.ts";
import { say } from "#messages/say.ts";
import { findCalendarEntry } from "../events/queries.ts";
import { eventInMail, replyToOf } from "../events/mails.ts";
import { greeting, nameFor } from "../mail.ts";
import type { TaskHandlers } from "../outbox.ts";

export const ownershipTransferJobs: Pick<TaskHandlers, "ownership_offered" | "ownership_accepted"> = {
  async ownership_offered(ctx, { eventId, email }) {
    const offer = await ctx.db
      .selectFrom("ownership_transfers")
      .select("email")
      .where("event_id", "=", eventId)
      .where("email", "=", email)
      .where((eb) => eb.not(isOfferBlocked))
      .executeTakeFirst();
    const event = offer && (await findCalendarEntry(ctx.db, eventId));
    if (!event) return null;
    const values = { title: event.title, organizer: event.organizer };
    return {
      to: email,
      ...replyToOf(event),
      subject: say("mail.transfer.subject", values),
      event: eventInMail(event, ctx.now),
      heading: say("mail.transfer.heading", values),
      paragraphs: [say("mail.transfer.text", values), say("mail.transfer.what")],
      actions: [{ label: say("mail.transfer.button"), address: `${ctx.address}${eventPath(eventId)}?offer` }],
      afterwards: [say("mail.transfer.after")],
      reason: say("mail.reason.transfer", values),
    };
  },

  async ownership_accepted(ctx, { eventId, memberId }) {
    const event = await findCalendarEntry(ctx.db, eventId);
    const before = await ctx.db
      .selectFrom("members")
      .select(["name", "email", "email_verified"])
      .where("id", "=", memberId)
      .executeTakeFirst();
    if (!event || !before) return null;
    const values = { title: event.title, organizer: event.organizer, email: event.email };
    return {
      to: before.email,
      subject: say("mail.transfer_accepted.subject", values),
      event: eventInMail(event, ctx.now),
      heading: say("mail.transfer_accepted.heading"),
      ...replyToOf(event),
      paragraphs: [...greeting(nameFor(before)), say("mail.transfer_accepted.text", values)],
      reason: say("mail.reason.account"),
    };
  },
};
