import { say } from "#messages/say.ts";
import { greeting, type Letter } from "../mail.ts";

type Revoked = { name: string; email: string; label: string; title: string; by: "organizer" | "host" | "asserter" };

/** Tells the maker that a credential is no longer valid, why, and how to get another; `address` is ours. */
export const credentialRevokedMail = ({ name, email, label, title, by }: Revoked, address: string): Letter => ({
  to: email,
  subject: say("mail.credential.subject"),
  heading: say("mail.credential.heading"),
  paragraphs: [
    ...greeting(name),
    label ? say(`mail.credential.${by}.label`, { label, title }) : say(`mail.credential.${by}`, { title }),
    say("mail.credential.text"),
  ],
  actions: [{ label: say("mail.credential.action"), address: `${address}/account/record` }],
  reason: say("mail.reason.account"),
});
