import { isOfferBlocked } from "./queries.ts";
import { eventPath } from "../events/rules.ts";
import { say } from "#messages/say.ts";
import { findCalendarEntry } from "../events/queries.ts";
import { answersGoTo, eventInMail, eventMail, replyToOf } from "../events/mails.ts";
import { greeting, nameFor } from "../mail.ts";
import type { TaskContext, TaskHandlers } from "../outbox.ts";
import { registrationReader } from "../registrations/jobs.ts";
import { hasEnded, spanOf } from "../time-zones/rules.ts";

export const ownershipTransferJobs: Pick<TaskHandlers, "ownership_offered" | "ownership_accepted" | "event_given"> = {
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

  /** Tells who is registered whose the event is now, and who has it back, unless that has changed again. */
  async event_given(ctx, { communityId, registrationId, ...ref }) {
    const is = await ctx.db
      .selectFrom("events")
      .where("id", "=", ref.eventId)
      .select(["owner_community_id", "organizer_id"])
      .executeTakeFirst();
    if (is?.owner_community_id !== communityId) return null;
    if (!registrationId) return is.organizer_id === ref.memberId ? backMail(ctx, ref) : null;
    const reader = await registrationReader(ctx, { ...ref, registrationId }, "changes");
    if (reader?.event.status !== "active" || hasEnded(spanOf(reader.event), ctx.now)) return null;
    const { organizer, title } = reader.event;
    const words = {
      subject: say("mail.given.subject", { organizer, title }),
      heading: say("mail.given.heading", { organizer }),
      paragraphs: [say("mail.given.text", { organizer })],
      actions: [{ label: say("mail.given.button"), address: `${ctx.address}${eventPath(ref.eventId)}` }],
      afterwards: answersGoTo(reader.event),
    };
    return eventMail(reader, words, ctx);
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

/** Tells a member that an event of a community is theirs now. */
async function backMail(ctx: TaskContext, { eventId, memberId }: { eventId: string; memberId: string }) {
  const event = await findCalendarEntry(ctx.db, eventId);
  const member = await ctx.db
    .selectFrom("members")
    .select(["name", "email", "email_verified"])
    .where("id", "=", memberId)
    .executeTakeFirst();
  if (!event || !member) return null;
  const { title } = event;
  return {
    to: member.email,
    subject: say("mail.given_back.subject", { title }),
    event: eventInMail(event, ctx.now),
    heading: say("mail.given_back.heading"),
    paragraphs: [...greeting(nameFor(member)), say("mail.given_back.text")],
    actions: [{ label: say("mail.given_back.button"), address: `${ctx.address}/manage-events/${eventId}` }],
    reason: say("mail.reason.account"),
  };
}
