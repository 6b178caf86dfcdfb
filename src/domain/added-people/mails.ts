import { say } from "#messages/say.ts";
import {
  answersGoTo,
  detailsOf,
  drawingOf,
  eventInMail,
  type EventReader,
  type MailContext,
  replyToOf,
} from "../events/mails.ts";
import { greeting, type Letter } from "../mail.ts";

/** The reader of the mail; one without an account has no kinds of mail to stop. */
type AddedReader = Omit<EventReader, "stop"> & Partial<Pick<EventReader, "stop">>;

/**
 * Tells a reader that an organizer holds a spot for them by name. `page` makes it theirs with one tap, signed out too.
 * The name that the organizer typed is not in it: it is not known to be the reader's.
 */
export function personAddedMail(
  { name, email, stop, event }: AddedReader,
  { page, status }: { page: string; status: "joined" | "waitlisted" },
  { address, now }: MailContext,
): Letter {
  const values = { organizer: event.organizer, title: event.title };
  const waits = status === "waitlisted";
  return {
    to: email,
    event: eventInMail(event, now),
    ...replyToOf(event),
    ...drawingOf(event, address),
    subject: say(waits ? "mail.person_added.subject.waitlist" : "mail.person_added.subject", values),
    heading: say(waits ? "mail.person_added.heading.waitlist" : "mail.person_added.heading"),
    paragraphs: [...greeting(name), say(waits ? "mail.person_added.text.waitlist" : "mail.person_added.text", values)],
    details: detailsOf(event),
    actions: [
      { label: say("mail.person_added.take"), address: `${page}&take` },
      ...(stop ? [{ label: say("mail.person_added.stop"), address: stop.page }] : []),
    ],
    afterwards: [say("mail.person_added.once"), ...answersGoTo(event)],
    reason: say("mail.person_added.reason", values),
    ...(stop && { stop }),
  };
}
