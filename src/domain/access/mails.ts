import { say } from "#messages/say.ts";
import { greeting, type Letter } from "../mail.ts";
import type { Tasks } from "../outbox.ts";

/** The reader of a mail, and our own address for its buttons. */
type Reader = { name: string; email: string; address: string };
type Event = { id: string; title: string };
type Ended = Pick<Tasks["rights_ended"], "contactAddress" | "offeredTo" | "blocks" | "tookOver">;

/** Tells a member that a right for others was created in their account. */
export function rightMadeMail(
  { name, email, address }: Reader,
  made: "contact_address" | "ownership_offer" | "gate_keys" | "invitation",
  { labels = [], ...words }: { email: string; title: string; labels?: string[] },
): Letter {
  const subject = say(`mail.right_made.${made}.subject`, words);
  return {
    to: email,
    subject,
    heading: subject,
    paragraphs: [...greeting(name), say(`mail.right_made.${made}.text`, words)],
    ...(labels.length > 0 && { facts: [{ label: say("mail.right_made.gate_keys.for"), text: labels.join(", ") }] }),
    actions: [{ label: say("mail.right_made.button"), address: `${address}/forgot-password` }],
    afterwards: [say("mail.right_made.after")],
    reason: say("mail.reason.account"),
  };
}

/**
 * The content left in an account that another person may have used: drafts, and events that it has joined or waits for.
 */
export type Left = { drafts: number; joined: number };

/** Tells a member what ended with all access to their account, with a way to make gate links again. */
export function rightsEndedMail(
  { name, email, address }: Reader,
  { contactAddress, offeredTo = [], blocks = 0, tookOver }: Ended,
  { gates, drafts, joined }: { gates: Event[] } & Left,
): Letter {
  const subject = say(tookOver ? "mail.rights_ended.taken.subject" : "mail.rights_ended.subject");
  return {
    to: email,
    subject,
    heading: subject,
    paragraphs: [
      ...greeting(name),
      say(tookOver ? "mail.rights_ended.taken.text" : "mail.rights_ended.text"),
      ...(contactAddress === undefined ? [] : [say("mail.rights_ended.contact", { email: contactAddress })]),
      ...offeredTo.map((to) => say("mail.rights_ended.offer", { email: to })),
      ...gates.map(({ title }) => say("mail.rights_ended.gate", { title })),
      ...(blocks > 0 ? [say("mail.rights_ended.blocks", { count: blocks })] : []),
      ...(drafts > 0 ? [say("mail.rights_ended.drafts", { count: drafts })] : []),
      ...(joined > 0 ? [say("mail.rights_ended.joined", { count: joined })] : []),
    ],
    actions: [
      ...gates.map((event) => newLinks(event, address)),
      { label: say("mail.rights_ended.button"), address: `${address}/account` },
    ],
    reason: say("mail.reason.account"),
  };
}

/** Tells an organizer whose event is public again that its links for helpers ended meanwhile. */
export function gateKeysEndedMail({ name, email, address }: Reader, event: Event): Letter {
  const subject = say("mail.gate_keys_ended.subject", event);
  return {
    to: email,
    subject,
    heading: subject,
    paragraphs: [...greeting(name), say("mail.gate_keys_ended.text", event)],
    actions: [newLinks(event, address)],
    reason: say("mail.reason.account"),
  };
}

const newLinks = ({ id, title }: Event, address: string) => ({
  label: say("mail.rights_ended.gate.button", { title }),
  address: `${address}/manage-events/${id}?links`,
});
