import { say } from "#messages/say.ts";
import { answersGoTo, eventInMail, eventMail, type EventReader, type MailContext, replyToOf } from "../events/mails.ts";
import { eventPath } from "../events/rules.ts";
import {
  codeFor,
  guestFacts,
  leaveAction,
  type PartyCodes,
  type RegistrationReader,
  seeEvent,
  tentative,
} from "../registrations/mails.ts";
import type { Letter } from "../mail.ts";

/** Tells a reader that the organizer has removed them, with the organizer's reason, unless it is withheld from them. */
export const removedMail = (
  reader: EventReader,
  { reason, spots }: { reason: string; spots: number },
  ctx: MailContext,
): Letter =>
  eventMail(
    reader,
    {
      subject: say("mail.removed.subject", valuesOf(reader)),
      heading: say("mail.removed.heading"),
      paragraphs: [
        say("mail.removed.text", { ...valuesOf(reader), count: spots }),
        ...(reason ? [say("mail.because", { reason })] : []),
      ],
      afterwards: answersGoTo(reader.event),
      reason: say("mail.reason.listed"),
      method: "CANCEL",
    },
    ctx,
  );

/** Tells a reader that the organizer has added them, with a spot or on the waitlist. */
export function addedMail(
  reader: RegistrationReader,
  { reason, codes }: { reason: string; codes: PartyCodes },
  ctx: MailContext,
): Letter {
  const waitlisted = reader.status === "waitlisted";
  return eventMail(
    waitlisted ? tentative(reader) : reader,
    {
      subject: say(waitlisted ? "mail.added.waitlisted.subject" : "mail.added.subject", valuesOf(reader)),
      heading: say(waitlisted ? "mail.added.waitlisted.heading" : "mail.added.heading"),
      paragraphs: [
        say(waitlisted ? "mail.added.waitlisted.text" : "mail.added.text", valuesOf(reader)),
        say("mail.because", { reason }),
      ],
      facts: guestFacts(reader, codes),
      ...codeFor(reader, codes, ctx),
      actions: [seeEvent(reader, ctx), leaveAction(reader)],
      afterwards: [say("mail.added.after"), ...answersGoTo(reader.event)],
      reason: say("mail.reason.listed"),
      method: waitlisted ? "PUBLISH" : "REQUEST",
    },
    ctx,
  );
}

/** The reader and the event of a message; a preview has no unsubscribe link. */
export type MessageReader = {
  email: string;
  event: EventReader["event"];
} & Pick<Letter, "stop">;

/** An organizer's own words, and the subject they chose; without one, we use our own. */
export type OwnWords = { subject?: string | undefined; text: string };

/**
 * Builds the mail of an organizer's message to people who have joined or are on the waitlist. Its heading always names
 * the organizer, whatever the subject is. The rest is the organizer's own text, with a greeting of
 * their choice.
 */
export function messageMail(
  { email, event, stop }: MessageReader,
  words: OwnWords,
  { address, now }: MailContext,
): Letter {
  const { _id, title, organizer } = event;
  return {
    to: email,
    ...replyToOf(event),
    event: eventInMail(event, now),
    subject: words.subject || say("mail.message.subject", { organizer, title }),
    heading: say("mail.message.heading", { organizer }),
    paragraphs: [words.text],
    actions: [{ label: say("mail.action.see"), address: `${address}${eventPath(_id)}` }],
    afterwards: answersGoTo(event),
    reason: say("mail.reason.joined"),
    ...(stop && { stop }),
  };
}

const valuesOf = ({ event }: EventReader) => ({
  title: event.title,
  organizer: event.organizer,
});
