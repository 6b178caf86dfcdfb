import { perLocale, say } from "#messages/say.ts";
import { answersGoTo, drawingOf, eventInMail, type EventReader, type MailContext, replyToOf } from "../events/mails.ts";
import { dateOf, eventPath } from "../events/rules.ts";
import { greeting, type Letter } from "../mail.ts";
import { amountsOf, type Unit } from "./rules.ts";

/** The reader of the thanks; a preview has no link to stop them. */
type ThankedReader = Omit<EventReader, "stop"> & Partial<Pick<EventReader, "stop">>;

/** The content of the thanks: the reader's own hours, their guests who came, and the event's outcome. */
export type Thanks = {
  hours: number;
  /** The names of their guests who came. */
  guests: string[];
  came: number;
  total: number;
  unit: Unit;
  amount: number | null;
  kilograms: number | null;
  words: string;
  /** The organizer's note; '' if there is none, or it is not for this reader. */
  thanks: string;
};

const list = perLocale((locale) => new Intl.ListFormat(locale));

/** Thanks a person who came, and tells them their hours. */
export function thanksMail(reader: ThankedReader, thanks: Thanks, ctx: MailContext): Letter {
  const { event, name } = reader;
  const { title, organizer } = event;
  const values = { title, organizer, date: dateOf(new Date(event.eventDate), event.timeZone) };
  // Guests' names come from a person who has not confirmed the address.
  const guests = name === "" ? [] : thanks.guests;
  return {
    ...frameOf(reader, ctx),
    subject: say("mail.thanks.subject", values),
    heading: say("mail.thanks.heading"),
    paragraphs: [
      ...greeting(name),
      say("mail.thanks.text", values),
      ...(guests.length > 0 ? [say("mail.thanks.guests", { names: list().format(guests) })] : []),
    ],
    ...(thanks.thanks && { quote: { by: say("mail.thanks.line", { organizer }), text: thanks.thanks } }),
    ...drawingOf(event, ctx.address),
    facts: [
      { label: say("mail.thanks.hours"), text: hoursIn(thanks.hours) },
      { label: say("mail.thanks.together"), text: together(thanks) },
      ...(thanks.words ? [{ label: say("mail.thanks.words"), text: thanks.words }] : []),
    ],
    actions: [{ label: say("mail.thanks.see"), address: `${ctx.address}${eventPath(event._id)}` }],
    afterwards: [say("mail.thanks.wrong", values), ...answersGoTo(event)],
  };
}

const hoursIn = (count: number): string => say("outcome.hours", { count });

/** '28 people, 55 hours, 38 bags' */
const together = (thanks: Thanks): string =>
  [
    say("outcome.people", { count: thanks.came }),
    hoursIn(thanks.total),
    ...amountsOf(thanks).map(({ unit, count }) => say(`outcome.unit.${unit}`, { count })),
  ].join(", ");

/** Tells a person that their hours have changed, or that they are no longer listed as present. */
export function correctedMail(
  reader: EventReader,
  { was, is }: { was: number | null; is: number | null },
  ctx: MailContext,
): Letter {
  const { title, organizer } = reader.event;
  const date = dateOf(new Date(reader.event.eventDate), reader.event.timeZone);
  const state = is === null ? "gone" : was === null ? "back" : "other";
  return {
    ...frameOf(reader, ctx),
    subject: say("mail.hours.subject", { title }),
    heading: say("mail.hours.heading"),
    paragraphs: [...greeting(reader.name), say(`mail.hours.${state}`, { title, organizer, date })],
    facts: [
      ...(is === null ? [] : [{ label: say("mail.hours.is"), text: hoursIn(is) }]),
      ...(was === null ? [] : [{ label: say("mail.hours.was"), text: hoursIn(was) }]),
    ],
    actions: [{ label: say("mail.action.see"), address: `${ctx.address}${eventPath(reader.event._id)}` }],
    afterwards: [say("mail.hours.wrong", { organizer }), ...answersGoTo(reader.event)],
  };
}

const frameOf = ({ email, event, stop }: ThankedReader, { now }: MailContext) => ({
  to: email,
  event: eventInMail(event, now),
  ...replyToOf(event),
  reason: say("mail.reason.came"),
  ...(stop && { stop }),
});

/**
 * The check-ins at a past event: the number of people on the list who were checked in, the length of the list, and the
 * number of walk-ins.
 */
export type Found = { here: number; listed: number; walkIns: number; settled: string };

/** Tells an organizer of a past event what to do now, and what happens otherwise. */
export function askMail(
  reader: EventReader,
  { here, listed, walkIns, settled }: Found,
  { address, now }: MailContext,
): Letter {
  const { title, _id } = reader.event;
  const subject = say("mail.after.subject", { title });
  const isKnown = here + walkIns > 0;
  const found = [
    ...(listed > 0 ? [say("mail.after.here", { count: here, listed })] : []),
    ...(walkIns > 0 ? [say("mail.after.walk_ins", { count: walkIns })] : []),
    say("mail.after.next"),
  ];
  return {
    to: reader.email,
    event: eventInMail(reader.event, now),
    subject,
    heading: say("mail.after.heading"),
    paragraphs: [
      ...greeting(reader.name),
      isKnown ? found.join(" ") : say("mail.after.unknown"),
      isKnown ? say("mail.after.settled", { settled }) : say("mail.after.nothing"),
    ],
    actions: [{ label: say("mail.after.action"), address: `${address}/manage-events/${_id}/afterwards` }],
    reason: say("mail.reason.organizer"),
    stop: reader.stop,
  };
}
