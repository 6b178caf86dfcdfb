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
import { dateOf } from "../events/rules.ts";
import { greeting, type Letter } from "../mail.ts";
import type { Part } from "./rules.ts";

/** The reader of such a mail; a preview has no link to stop them. */
export type ToldReader = Omit<EventReader, "stop"> & Partial<Pick<EventReader, "stop">>;

/** The reader's part in an earlier event, which is null if it is gone. */
type Before = { part: Part; source: { title: string; date: Date; timeZone: string } | null };

/**
 * Tells a reader of a new event of an organizer whose earlier event they came to or waited for. `page` joins with one
 * tap, signed out too.
 */
export function toldMail(
  { name, email, stop, event }: ToldReader,
  { words, page, part, source }: Before & { words: string; page: string },
  { address, now }: MailContext,
): Letter {
  const { organizer, title } = event;
  const before = source && { title: source.title, date: dateOf(source.date, source.timeZone) };
  return {
    to: email,
    event: eventInMail(event, now),
    ...replyToOf(event),
    ...drawingOf(event, address),
    subject: say("mail.told.subject", { organizer, title }),
    heading: say("mail.told.heading"),
    paragraphs: greeting(name),
    quote: { by: organizer, text: words },
    details: detailsOf(event),
    actions: [
      { label: say("mail.told.join"), address: `${page}&join` },
      ...(stop ? [{ label: say("mail.told.stop"), address: stop.page }] : []),
    ],
    afterwards: [say("mail.told.once"), ...answersGoTo(event)],
    reason: before
      ? say(part === "came" ? "mail.told.reason.came" : "mail.told.reason.waited", before)
      : say("mail.told.reason"),
    ...(stop && { stop }),
  };
}
