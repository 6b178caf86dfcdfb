import { say } from "#messages/say.ts";
import type { EventType } from "./events/rules.ts";
import { oneLine } from "./rules.ts";

/** A button, with its address. */
export type Action = { label: string; address: string };

/** An emphasized fact, such as a code, or the changed place of an event. */
export type Fact = { label: string; text: string };

/**
 * An event as mails draw it: the leaf of its first day in the hue of its type, its title, and a few lines. A
 * canceled event has no type.
 */
export type EventInMail = {
  type?: EventType;
  leaf: { weekday: string; day: string; month: string };
  title: string;
  /** Its time with its date, for text without a leaf. */
  when: string;
  /** Its time beside its leaf; with the date, if that is in another year. */
  hours: string;
  location?: string;
  typeInWords?: string;
  /** The spots that are left, in the words of its card. */
  left?: { text: string; isFew: boolean };
  lines?: string[];
  /** The address of its page, for an event in a list. */
  address?: string;
};

/** The ways to stop mails like this one: a page, and a call for the reader's mail program in one POST (RFC 8058). */
export type Stop = { label: string; page: string; call: string };

/** The name of one of our drawings of event types, a file in `public/scenes`. */
export type Scene = EventType | `${EventType}-${2 | 3}`;

/**
 * The content of a mail, before its layout. Everything in it is text, and markup that a person typed is shown as typed.
 * The mailer adds the sender.
 */
export type Letter = {
  to: string;
  subject: string;
  /** The event that the mail is about. Its title is the mail's title, and the heading stands below it. */
  event?: EventInMail;
  heading: string;
  /** The drawing below all text, by the name of one of our scenes. */
  drawing?: { scene: Scene; alt: string };
  paragraphs: string[];
  /** The words of another person to the reader, with their name. */
  quote?: { by: string; text: string };
  facts?: Fact[];
  /** The events of a list. */
  events?: EventInMail[];
  /** Further events, with fewer lines. */
  more?: { title: string; events: EventInMail[] };
  /** Further details, below the buttons, so that these are high up on a phone. */
  details?: Fact[];
  /** The content of a QR code below the buttons, and the text beside it: the code for typing, and instructions. */
  code?: { says: string; alt: string; caption: string; fact: Fact };
  /** The buttons; the first is the one that most readers want. */
  actions?: Action[];
  /** Further information, below the buttons. */
  afterwards?: string[];
  /** The reason why the reader gets this mail. */
  reason: string;
  /** The follows that the mail is for, each with a link to end it, and the address of its list if there is one. */
  follows?: (Action & { text: string; list?: string })[];
  /** The way to stop mails of this kind; mails about the account have none. */
  stop?: Stop;
  /** The entry for the reader's calendar, and its method (RFC 5546). */
  calendar?: { method: "REQUEST" | "CANCEL" | "PUBLISH"; content: string };
  /** The recipient of replies, if not us. */
  replyTo?: string;
};

/**
 * The first line of a mail, or none. `name` is '' for a reader whose name is unknown, or whose address is unconfirmed:
 * the account's name may be words that another person wrote to a stranger.
 */
export const greeting = (name: string): string[] => (name === "" ? [] : [say("mail.hello", { name: oneLine(name) })]);

/** A member's name for a mail to their address; '' while the address is unconfirmed. */
export const nameFor = ({ name, email_verified }: { name: string; email_verified: boolean }): string =>
  email_verified ? name : "";

/** A letter as plain text, for mail programs without HTML. */
export function asText(letter: Letter): { subject: string; text: string } {
  const { subject, event, heading, paragraphs, quote, events = [], more, code } = letter;
  const { actions = [], afterwards = [], reason, follows = [], stop } = letter;
  const facts = [...(letter.facts ?? []), ...(letter.details ?? []), ...(code ? [code.fact] : [])];
  const quoted = quote ? [`${quote.by}\n${quote.text}`] : [];
  const table = facts.length > 0 ? [facts.map(({ label, text }) => `${label}: ${text}`).join("\n")] : [];
  const next = more ? [more.title, ...more.events.map(eventAsText)] : [];
  const steps = actions.map(({ label, address }) => `${label}:\n${address}`);
  const ends = follows.map(({ text, list, label, address }) =>
    [text, ...(list ? [list] : []), `${label}: ${address}`].join("\n"),
  );
  const foot = [
    `-- \n${say("brand.name")}\n${reason}`,
    ...ends,
    ...(stop ? [`${stop.label}:\n${stop.page}`] : []),
  ].join("\n");
  const head = [...(event ? [eventAsText(event)] : []), heading, ...paragraphs];
  const lists = [...table, ...events.map(eventAsText), ...next];
  return {
    subject: oneLine(subject),
    text: `${[...head, ...quoted, ...lists, ...steps, ...afterwards, foot].join("\n\n")}\n`,
  };
}

function eventAsText({ title, when, location = "", typeInWords = "", left, lines = [], address = "" }: EventInMail) {
  const about = [typeInWords, left?.text ?? ""].filter(Boolean).join(" · ");
  return [title, when, location, about, ...lines, address].filter(Boolean).join("\n");
}
