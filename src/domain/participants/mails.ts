import { say } from "#messages/all.ts";
import { answersGoTo, eventMail, type EventReader, inWords, type MailContext, replyToOf } from "../events/mails.ts";
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
import { greeting, type Letter } from "../mail.ts";

/** To somebody whom the organizer has taken off the list, with their words, if there are any for them. */
export const removedMail = (
  reader: EventReader,
  { reason, spots }: { reason: string; spots: number },
  ctx: MailContext,
): Letter =>
  eventMail(
    reader,
    {
      subject: say("mail.removed.subject", valuesOf(reader)),
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

/** To somebody whom the organizer has added, with a spot or on the waitlist. */
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

/** Of a message: who reads it, and about which event; in a preview nothing stops it. */
export type MessageReader = {
  name: string;
  email: string;
  event: Pick<EventReader["event"], "_id" | "title" | "organizer" | "replyTo">;
} & Pick<Letter, "stop">;

/** What an organizer writes to people who have joined or are on the waitlist; `address` is ours. */
export function messageMail({ name, email, event, stop }: MessageReader, message: string, address: string): Letter {
  const { _id, title, organizer } = event;
  const subject = say("mail.message.subject", { organizer, title });
  return {
    to: email,
    ...replyToOf(event),
    subject,
    heading: subject,
    paragraphs: [greeting(name), message],
    actions: [{ label: say("mail.action.see"), address: `${address}${eventPath(_id)}` }],
    afterwards: answersGoTo(event),
    reason: say("mail.reason.joined"),
    ...(stop && { stop }),
  };
}

const valuesOf = ({ event }: EventReader) => ({
  title: event.title,
  organizer: event.organizer,
  when: inWords(event),
  location: event.location,
});
