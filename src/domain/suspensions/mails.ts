import { say } from "#messages/say.ts";
import { greeting, type Letter } from "../mail.ts";

type Reader = { name: string; email: string };

/**
 * Says that the account is suspended, why, and what its owner can still ask for by replying; `contact` gets the
 * replies.
 */
export const suspendedMail = ({ name, email }: Reader, reason: string, contact: string): Letter => ({
  to: email,
  replyTo: contact,
  subject: say("mail.suspended.subject"),
  heading: say("mail.suspended.subject"),
  paragraphs: [...greeting(name), say("mail.suspended.text"), say("mail.suspended.why", { reason })],
  afterwards: [say("mail.suspended.after")],
  reason: say("mail.reason.account"),
});

/** Says that the reader can log in again; `address` is ours. */
export const suspensionLiftedMail = ({ name, email }: Reader, address: string): Letter => ({
  to: email,
  subject: say("mail.lifted.subject"),
  heading: say("mail.lifted.subject"),
  paragraphs: [...greeting(name), say("mail.lifted.text")],
  actions: [{ label: say("mail.lifted.button"), address: `${address}/login` }],
  reason: say("mail.reason.account"),
});
