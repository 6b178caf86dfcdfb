import { say } from "#messages/say.ts";
import { greeting, type Letter } from "../mail.ts";

/** The reader of a mail. */
type Reader = { name: string; email: string };

/** The link to a new password: specification 2 'Login', whose 'Forget Password?' really works. */
export const resetMail = (reader: Reader, address: string): Letter =>
  letterTo(reader, "reset", { address, reason: say("mail.reason.asked") });

/** A code and a link to log in; `title` is the event to join by them, or null. */
export const codeMail = (reader: Reader & { code: string }, address: string, title: string | null): Letter => {
  const { code, name, email } = reader;
  const topic = title === null ? "code" : "code_to_join";
  const words = { code, title: title ?? "" };
  return {
    to: email,
    subject: say(`mail.${topic}.subject`, words),
    heading: say(`mail.${topic}.heading`, words),
    paragraphs: [...greeting(name), say(`mail.${topic}.text`, words)],
    facts: [{ label: say("mail.code.fact"), text: code }],
    actions: [{ label: say(`mail.${topic}.button`), address }],
    afterwards: [say(`mail.${topic}.after`)],
    reason: say("mail.reason.asked"),
  };
};

/** Asks a new member to confirm their address. */
export const verifyMail = (reader: Reader, address: string): Letter => letterTo(reader, "verify", { address });

/** Adds the confirmation link to another mail to a new member; null if the link has its own mail. */
export const withConfirmation = (letter: Letter, address: string | null): Letter =>
  address === null
    ? letter
    : {
        ...letter,
        paragraphs: [...letter.paragraphs, say("mail.verify.text")],
        actions: [{ label: say("mail.verify.button"), address }, ...(letter.actions ?? [])],
        afterwards: [...(letter.afterwards ?? []), say("mail.verify.after")],
      };

/** Asks at a new address to confirm it. */
export const changeMail = (reader: Reader, address: string): Letter => letterTo(reader, "change", { address });

/** Reports a changed password; `address` leads to the page for resetting it. */
export const passwordChangedMail = (reader: Reader, address: string, passkeys: number): Letter => {
  const letter = letterTo(reader, "password_changed", { address });
  return passkeys === 0
    ? letter
    : { ...letter, paragraphs: [...letter.paragraphs, say("mail.passkeys_stay", { count: passkeys })] };
};

/** Tells the old address that it was changed. */
export const emailChangedMail = (reader: Reader, newEmail: string, contact: string): Letter => ({
  to: reader.email,
  subject: say("mail.changed.subject"),
  heading: say("mail.changed.subject"),
  paragraphs: [...greeting(reader.name), say("mail.changed.text", { email: newEmail })],
  afterwards: [say("mail.changed.after", { contact })],
  reason: say("mail.reason.account"),
});

/** Reports a new way to log in, in place of the password. */
export const wayAddedMail = (
  reader: Reader,
  way: "google" | "firebase" | "passkey",
  withoutPassword: boolean,
  at: string,
): Letter => {
  const words = { way: say(`mail.way_added.${way}`) };
  return {
    to: reader.email,
    subject: say("mail.way_added.subject", words),
    heading: say("mail.way_added.subject", words),
    paragraphs: [
      ...greeting(reader.name),
      way === "passkey" ? say("mail.way_added.passkey_text") : say("mail.way_added.text", words),
      ...(withoutPassword ? [say("mail.way_added.without_password")] : []),
    ],
    actions: [{ label: say("mail.way_added.button"), address: at }],
    afterwards: [say("mail.way_added.after")],
    reason: say("mail.reason.account"),
  };
};

type Topic = "reset" | "verify" | "change" | "password_changed";

const letterTo = (
  reader: Reader,
  topic: Topic,
  { address, reason = say("mail.reason.account") }: { address: string; reason?: string },
): Letter => ({
  to: reader.email,
  subject: say(`mail.${topic}.subject`),
  heading: say(`mail.${topic}.subject`),
  paragraphs: [...greeting(reader.name), say(`mail.${topic}.text`)],
  actions: [{ label: say(`mail.${topic}.button`), address }],
  afterwards: [say(`mail.${topic}.after`)],
  reason,
});
