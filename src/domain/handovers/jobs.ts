import { say } from "#messages/all.ts";
import { findEvent } from "../events/queries.ts";
import { inWords } from "../events/mails.ts";
import type { TaskHandlers } from "../outbox.ts";

export const handoverJobs: Pick<TaskHandlers, "event_offered" | "event_taken_over"> = {
  async event_offered(ctx, { eventId, email }) {
    const offer = await ctx.db
      .selectFrom("handovers")
      .select("email")
      .where("event_id", "=", eventId)
      .where("email", "=", email)
      .executeTakeFirst();
    const event = offer && (await findEvent(ctx.db, eventId));
    if (!event) return null;
    const values = { title: event.title, organizer: event.organizer, when: inWords(event), place: event.location };
    return {
      to: email,
      replyTo: event.email,
      subject: say("mail.offered.subject", values),
      heading: say("mail.offered.subject", values),
      paragraphs: [say("mail.offered.text", values), say("mail.offered.what")],
      actions: [{ label: say("mail.offered.button"), address: `${ctx.address}/view-event/${eventId}?offer` }],
      afterwards: [say("mail.offered.after")],
      reason: say("mail.reason.offered", values),
    };
  },

  async event_taken_over(ctx, { eventId, memberId }) {
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
      subject: say("mail.taken_over.subject", values),
      heading: say("mail.taken_over.subject", values),
      paragraphs: [say("mail.hello", before), say("mail.taken_over.text", values)],
      reason: say("mail.reason.account"),
    };
  },
};
