import { say } from "#messages/all.ts";
import type { Letter } from "../mail.ts";

/** The reader of a mail. */
type Reader = { name: string; email: string };

/** The way to a new password: specification 2 'Login', whose 'Forget Password?' is made to work. */
export const resetMail = (reader: Reader, address: string): Letter =>
  letterTo(reader, "reset", { address, reason: say("mail.reason.asked") });

/** That an address is to be confirmed, after registering. */
export const verifyMail = (reader: Reader, address: string): Letter => letterTo(reader, "verify", { address });

/** That a new address is to be confirmed, at that address. */
export const changeMail = (reader: Reader, address: string): Letter => letterTo(reader, "change", { address });

/** Tells that the password was changed; `address` leads to the page that asks for a new one. */
export const passwordChangedMail = (reader: Reader, address: string): Letter =>
  letterTo(reader, "password_changed", { address });

/** Tells the old address that the address was changed. */
export const emailChangedMail = (reader: Reader, newEmail: string, contact: string): Letter => ({
  to: reader.email,
  subject: say("mail.changed.subject"),
  heading: say("mail.changed.subject"),
  paragraphs: [say("mail.hello", reader), say("mail.changed.text", { email: newEmail })],
  afterwards: [say("mail.changed.after", { contact })],
  reason: say("mail.reason.account"),
});

type Topic = "reset" | "verify" | "change" | "password_changed";

const letterTo = (
  reader: Reader,
  topic: Topic,
  { address, reason = say("mail.reason.account") }: { address: string; reason?: string },
): Letter => ({
  to: reader.email,
  subject: say(`mail.${topic}.subject`),
  heading: say(`mail.${topic}.subject`),
  paragraphs: [say("mail.hello", reader), say(`mail.${topic}.text`)],
  actions: [{ label: say(`mail.${topic}.button`), address }],
  afterwards: [say(`mail.${topic}.after`)],
  reason,
});
