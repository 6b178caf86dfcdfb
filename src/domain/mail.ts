import { say } from "#messages/all.ts";
import type { EventType } from "./events/rules.ts";
import { oneLine } from "./rules.ts";

/** Something to do, and where. */
export type Action = { label: string; address: string };

/**
 * A fact that stands out: when, where, with which guests. Of something with a page of its own there is its address, and `lines` about it
 * below, the first of which stands out. A `heading`, such as a day, stands above the first of those that share it.
 */
export type Fact = {
  label: string;
  text: string;
  address?: string;
  lines?: string[];
  heading?: string;
};

/** How mails like this one are stopped: on a page, and by the reader's mail program in one POST (RFC 8058). */
export type Stop = { label: string; page: string; call: string };

/** One of our drawings of event types, as its file in `public/scenes` is called. */
export type Scene = EventType | `${EventType}-${2 | 3}`;

/**
 * What a mail says, before it has a look: everything in it is text, and markup that somebody typed is shown as they typed
 * it. Who it is from is the mailer's to know.
 */
export type Letter = {
  to: string;
  subject: string;
  heading: string;
  /** The drawing below all that is said, by the name of one of our scenes. */
  drawing?: { scene: Scene; alt: string };
  paragraphs: string[];
  /** What somebody else says to the reader, and who. */
  quote?: { by: string; text: string };
  facts?: Fact[];
  /** What else is like the facts, as a line each: when it is, what it is called, and where it is, if that is known. */
  more?: { title: string; lines: (Action & { text: string; place?: string })[] };
  /** What else there is to know, below the buttons: so that those are high up on a phone. */
  details?: Fact[];
  /** What a QR code below the buttons says to a camera, and what stands beside it: the code as it is typed, and what to do with it. */
  code?: { says: string; alt: string; caption: string; fact: Fact };
  /** What there is to do; the first is what most will want. */
  actions?: Action[];
  /** Below the buttons: what else is good to know. */
  afterwards?: string[];
  /** Why somebody gets this mail. */
  reason: string;
  /** What they get it for, each with the way to end that, and the address of a list of it where there is one. */
  follows?: (Action & { text: string; list?: string })[];
  /** How they get no more of its kind; not for what is about their account. */
  stop?: Stop;
  /** The entry for the reader's calendar, and what their calendar is to do with it (RFC 5546). */
  calendar?: { method: "REQUEST" | "CANCEL" | "PUBLISH"; content: string };
  /** Whom an answer goes to, when not to us. */
  replyTo?: string;
};

/**
 * How a mail begins. `name` is '' for a reader who has not shown that the address is theirs: what stands in the account may
 * be somebody else's words to a stranger.
 */
export const greeting = (name: string): string =>
  name === "" ? say("mail.hello.unnamed") : say("mail.hello", { name: oneLine(name) });

/** A member's name for a mail to their address; '' while nobody has shown that it is theirs. */
export const nameFor = ({ name, email_verified }: { name: string; email_verified: boolean }): string =>
  email_verified ? name : "";

/** A letter in plain text, as mail programs show it that show no HTML. */
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
