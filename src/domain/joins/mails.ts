import { say } from "#messages/all.ts";
import { inWords } from "../events/mails.ts";
import type { Event } from "../events/shapes.ts";
import { mailOf } from "../mail.ts";
import type { Mail } from "../ports.ts";

/** Who reads, and about which event; `address`, where it is asked for, is ours. */
type Reader = { name: string; email: string; event: Event };
type Sentences = "joined" | "waiting" | "offered" | "lapsed" | "left";

export const joinedMail = (reader: Reader, address: string): Mail => placeMail("joined", reader, address);

export const waitingMail = (reader: Reader, address: string): Mail => placeMail("waiting", reader, address);

export const offeredMail = (reader: Reader, until: Date, address: string): Mail =>
  placeMail("offered", reader, address, inWords({ eventDate: until.toISOString(), timeZone: reader.event.timeZone }));

export const lapsedMail = (reader: Reader, address: string): Mail => placeMail("lapsed", reader, address);

export const leftMail = (reader: Reader, address: string): Mail => placeMail("left", reader, address);

function placeMail(kind: Sentences, { name, email, event }: Reader, address: string, until = ""): Mail {
  const values = { title: event.title, when: inWords(event), place: event.location, until };
  return mailOf({
    to: email,
    subject: say(`mail.place.${kind}.subject`, values),
    heading: say(`mail.place.${kind}.subject`, values),
    paragraphs: [say("mail.hello", { name }), say(`mail.place.${kind}.text`, values)],
    actions: [{ label: say(`mail.place.${kind}.button`), address: `${address}/view-event/${event._id}` }],
    reason: say("mail.reason.joined"),
  });
}
