import { say } from "#messages/say.ts";
import { eventMail, type EventReader, type MailContext } from "../events/mails.ts";
import { greeting, type Letter } from "../mail.ts";
import type { TaskContext, Tasks } from "../outbox.ts";
import { reasonOf } from "../reviews/hiding.ts";
import { type findReview, titleOf } from "./queries.ts";

type Reader = { name: string; email: string };
type Found = NonNullable<Awaited<ReturnType<typeof findReview>>>;

/** Confirms that we have received a report. It names nothing, because the address may be a stranger's. */
export const receivedMail = ({ name, email }: Reader): Letter => ({
  to: email,
  subject: say("mail.report.received.subject"),
  heading: say("mail.report.received.subject"),
  paragraphs: [...greeting(name), say("mail.report.received.text")],
  reason: say("mail.reason.report"),
});

/** Tells a reporter the result. */
export const decidedMail = ({ name, email }: Reader, outcome: Tasks["report_decided"]["outcome"]): Letter => ({
  to: email,
  subject: say("mail.report.decided.subject"),
  heading: say("mail.report.decided.subject"),
  paragraphs: [...greeting(name), say(`mail.report.decided.${outcome}`)],
  reason: say("mail.reason.report"),
});

/** Tells hosts that there is a review to decide, or an answer to read. */
export function openedMail(review: Found, { contact, address }: TaskContext, answered: boolean): Letter {
  const title = titleOf(review) ?? "";
  const what = answered ? "answered" : review.cause;
  const subject = say(`mail.review.${what}.subject`, { title });
  return {
    to: contact,
    subject,
    heading: subject,
    paragraphs: [say(`mail.review.${what}.text`)],
    facts: [{ label: say("mail.review.about"), text: say(`review.about.${review.about}`) }],
    actions: [{ label: say("mail.review.open"), address: `${address}/host/reports/${review.id}` }],
    reason: say("mail.reason.site"),
  };
}

/** Tells the owner what hosts have decided, why, and how to answer. */
export function toldMail(
  reader: Reader,
  told: Omit<Tasks["review_told"], "memberId" | "toCall">,
  ctx: MailContext,
): Letter {
  const { about, title, what, reason, eventId, ends } = told;
  const values = { title, thing: say(`review.thing.${about}`, { title }) };
  const subject = say(`mail.told.${what}.subject`, values);
  const isOver = what === "deleted" || what === "refused";
  return {
    to: reader.email,
    subject,
    heading: subject,
    paragraphs: [
      ...greeting(reader.name),
      say(`mail.told.${what}.text`, values),
      ...(what === "approved" || what === "restored" ? [] : [say("mail.told.why", { reason: reasonOf(reason) })]),
      ...(ends?.hasKeys ? [say("mail.told.hidden.keys")] : []),
      ...(ends?.offeredTo ? [say("mail.told.hidden.offer", { email: ends.offeredTo })] : []),
    ],
    actions:
      what === "hidden"
        ? [{ label: say("mail.told.answer"), address: `${ctx.address}/under-review` }]
        : eventId !== null && !isOver
          ? [{ label: say("mail.told.see"), address: `${ctx.address}/view-event/${eventId}` }]
          : [],
    reason: say("mail.reason.account"),
  };
}

/** Tells registered people that an event is hidden and what that means for them, or that it is back. */
export function eventHiddenMail(
  reader: EventReader & { page: string },
  what: "hidden" | "back",
  ctx: MailContext,
): Letter {
  const { event } = reader;
  return eventMail(
    reader,
    {
      subject: say(`mail.event.${what}.subject`, { title: event.title }),
      heading: say(`mail.event.${what}.heading`),
      paragraphs: [say(`mail.event.${what}.text`), say(`mail.event.${what}.what`)],
      actions: [{ label: say("mail.event.hidden.spot"), address: reader.page }],
    },
    ctx,
  );
}
