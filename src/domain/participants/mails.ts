import { say } from "#messages/all.ts";
import { inWords } from "../events/mails.ts";
import type { Event } from "../events/shapes.ts";
import { mailOf } from "../mail.ts";
import type { Mail } from "../ports.ts";

/** Who reads, and about which event; `address`, where it is asked for, is ours. */
type Reader = { name: string; email: string; event: Event };

/** To somebody whose places the organiser has taken away, with their words. */
export function removedMail({ name, email, event }: Reader, reason: string): Mail {
  const subject = say("mail.removed.subject", { title: event.title });
  return mailOf({
    to: email,
    replyTo: event.email,
    subject,
    heading: subject,
    paragraphs: [
      say("mail.hello", { name }),
      say("mail.removed.text", valuesOf(event)),
      say("mail.because", { reason }),
    ],
    afterwards: [say("mail.to_organizer.after", valuesOf(event))],
    reason: say("mail.reason.listed"),
  });
}

/** To somebody whom the organiser has added, with a place or with one in the line. */
export function addedMail(reader: Reader & { waiting: boolean }, reason: string, address: string): Mail {
  const { name, email, event, waiting } = reader;
  const subject = say(waiting ? "mail.added.waiting.subject" : "mail.added.subject", { title: event.title });
  return mailOf({
    to: email,
    replyTo: event.email,
    subject,
    heading: subject,
    paragraphs: [
      say("mail.hello", { name }),
      say(waiting ? "mail.added.waiting.text" : "mail.added.text", valuesOf(event)),
      say("mail.because", { reason }),
    ],
    button: { label: say("mail.event.button"), address: `${address}/view-event/${event._id}` },
    afterwards: [say("mail.added.after", valuesOf(event))],
    reason: say("mail.reason.listed"),
  });
}

type OrganizersMessage = {
  name: string;
  email: string;
  eventId: string;
  title: string;
  organizer: string;
  organizerEmail: string;
  message: string;
};

/** What an organiser writes to who has joined or waits. */
export function messageMail(about: OrganizersMessage, address: string): Mail {
  const { name, email, eventId, title, organizer, organizerEmail, message } = about;
  const subject = say("mail.message.subject", { organizer, title });
  return mailOf({
    to: email,
    replyTo: organizerEmail,
    subject,
    heading: subject,
    paragraphs: [say("mail.hello", { name }), message],
    button: { label: say("mail.event.button"), address: `${address}/view-event/${eventId}` },
    afterwards: [say("mail.to_organizer.after", { organizer, email: organizerEmail })],
    reason: say("mail.reason.joined"),
  });
}

const valuesOf = (event: Event) => ({
  title: event.title,
  organizer: event.organizer,
  email: event.email,
  when: inWords(event),
  place: event.location,
});
