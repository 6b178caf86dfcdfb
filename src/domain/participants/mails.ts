import { say } from "#messages/all.ts";
import { eventMail, type EventReader, inWords } from "../events/mails.ts";
import { companyOf, free, seeEvent, type Standing, tentative } from "../joins/mails.ts";
import type { Letter } from "../mail.ts";
import type { TaskContext } from "../outbox.ts";

type Here = Pick<TaskContext, "address" | "now">;

/** To somebody whose places the organiser has taken away, with their words. */
export const removedMail = (reader: EventReader, reason: string, here: Here): Letter =>
  eventMail(
    reader,
    {
      subject: say("mail.removed.subject", valuesOf(reader)),
      paragraphs: [say("mail.removed.text", valuesOf(reader)), say("mail.because", { reason })],
      afterwards: [say("mail.to_organizer.after", valuesOf(reader))],
      replyTo: reader.event.email,
      reason: say("mail.reason.listed"),
      method: "CANCEL",
    },
    here,
  );

/** To somebody whom the organiser has added, with a place or with one in the line. */
export function addedMail(reader: Standing, reason: string, here: Here): Letter {
  const waiting = reader.state === "waiting";
  return eventMail(
    waiting ? tentative(reader) : reader,
    {
      subject: say(waiting ? "mail.added.waiting.subject" : "mail.added.subject", valuesOf(reader)),
      paragraphs: [
        say(waiting ? "mail.added.waiting.text" : "mail.added.text", valuesOf(reader)),
        say("mail.because", { reason }),
      ],
      facts: companyOf(reader),
      actions: [seeEvent(reader, here), free(reader)],
      afterwards: [say("mail.added.after", valuesOf(reader))],
      replyTo: reader.event.email,
      reason: say("mail.reason.listed"),
      method: waiting ? "PUBLISH" : "REQUEST",
    },
    here,
  );
}

/** Of a message: who reads it, and about which event; in a preview nothing stops it. */
export type MessageReader = {
  name: string;
  email: string;
  event: Pick<EventReader["event"], "_id" | "title" | "organizer" | "email">;
} & Pick<Letter, "stop">;

/** What an organiser writes to who has joined or waits; `address` is ours. */
export function messageMail({ name, email, event, stop }: MessageReader, message: string, address: string): Letter {
  const { _id, title, organizer, email: organizerEmail } = event;
  const subject = say("mail.message.subject", { organizer, title });
  return {
    to: email,
    replyTo: organizerEmail,
    subject,
    heading: subject,
    paragraphs: [say("mail.hello", { name }), message],
    actions: [{ label: say("mail.action.see"), address: `${address}/view-event/${_id}` }],
    afterwards: [say("mail.to_organizer.after", { organizer, email: organizerEmail })],
    reason: say("mail.reason.joined"),
    ...(stop && { stop }),
  };
}

const valuesOf = ({ event }: EventReader) => ({
  title: event.title,
  organizer: event.organizer,
  email: event.email,
  when: inWords(event),
  place: event.location,
});
