import { say } from "#messages/say.ts";
import type { EventType } from "./events/rules.ts";
import { oneLine } from "./rules.ts";

/** A button, with its address. */
export type Action = { label: string; address: string };

/**
 * An emphasized fact: when, where, with which guests. A fact with its own page has its address, and `lines` about it
 * below; the first line is emphasized. A `heading`, such as a day, stands above the first of the facts that share it.
 */
export type Fact = {
  label: string;
  text: string;
  address?: string;
  lines?: string[];
  heading?: string;
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
  heading: string;
  /** The drawing below all text, by the name of one of our scenes. */
  drawing?: { scene: Scene; alt: string };
  paragraphs: string[];
  /** The words of another person to the reader, with their name. */
  quote?: { by: string; text: string };
  facts?: Fact[];
  /** Further events on a line each: the time, the title, and the place if it is known. */
  more?: { title: string; lines: (Action & { text: string; place?: string })[] };
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
 * The first line of a mail. `name` is '' for a reader with an unconfirmed address: the account's name may be words that
 * another person wrote to a stranger.
 */
export const greeting = (name: string): string =>
  name === "" ? say("mail.hello.unnamed") : say("mail.hello", { name: oneLine(name) });

/** A member's name for a mail to their address; '' while the address is unconfirmed. */
export const nameFor = ({ name, email_verified }: { name: string; email_verified: boolean }): string =>
  email_verified ? name : "";

/** A letter as plain text, for mail programs without HTML. */
export function asText(letter: Letter): { subject: string; text: string } {
  const {
    subject,
    heading,
    paragraphs,
    quote,
    more,
    code,
    actions = [],
    afterwards = [],
    reason,
    follows = [],
    stop,
  } = letter;
  const facts = [...(letter.facts ?? []), ...(letter.details ?? []), ...(code ? [code.fact] : [])];
  const quoted = quote ? [`${quote.by}\n${quote.text}`] : [];
  const table = facts.length > 0 ? [facts.map((fact, index) => factAsText(fact, facts[index - 1])).join("\n")] : [];
  const lines =
    more?.lines.map(
      ({ text, label, place, address }) => `${text}: ${label}${place ? ` · ${place}` : ""}\n${address}`,
    ) ?? [];
  const next = more ? [[more.title, ...lines].join("\n")] : [];
  const steps = actions.map(({ label, address }) => `${label}:\n${address}`);
  const ends = follows.map(({ text, list, label, address }) =>
    [text, ...(list ? [list] : []), `${label}: ${address}`].join("\n"),
  );
  const foot = [
    `-- \n${say("brand.name")}\n${reason}`,
    ...ends,
    ...(stop ? [`${stop.label}:\n${stop.page}`] : []),
  ].join("\n");
  return {
    subject: oneLine(subject),
    text: `${[heading, ...paragraphs, ...quoted, ...table, ...next, ...steps, ...afterwards, foot].join("\n\n")}\n`,
  };
}

function factAsText({ label, text, address, lines = [], heading }: Fact, before?: Fact): string {
  const above = heading && heading !== before?.heading ? [heading] : [];
  const first = [...above, `${label}: ${text}`];
  return (address === undefined ? first : [...first, ...lines, address, ""]).join("\n");
}
