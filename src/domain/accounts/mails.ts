import { say } from "#messages/say.ts";
import { dateOf } from "../events/rules.ts";
import { greeting, type Letter } from "../mail.ts";
import type { WhatGoes } from "./shapes.ts";

type Reader = { name: string; email: string };

/** Tells the reader the day of the deletion, what goes with the account, and how to keep it; `address` is ours. */
export function deletionPlannedMail(
  reader: Reader & { deletionAt: Date },
  { events, proofs }: WhatGoes,
  address: string,
): Letter {
  const date = dateOf(reader.deletionAt, "UTC");
  return {
    to: reader.email,
    subject: say("mail.deletion.subject", { date }),
    heading: say("mail.deletion.subject", { date }),
    paragraphs: [...greeting(reader.name), say("mail.deletion.text", { date })],
    actions: [{ label: say("mail.deletion.button"), address: `${address}/account` }],
    afterwards: [
      [
        say(events > 0 ? "mail.deletion.after_events" : "mail.deletion.after"),
        ...(proofs > 0 ? [say("mail.deletion.proofs")] : []),
        say("mail.deletion.not_you"),
      ].join(" "),
    ],
    reason: say("mail.reason.account"),
  };
}

/** Tells the reader that the account is deleted; `reason` is the host's, unless the reader asked for it. */
export const accountDeletedMail = ({ reason, ...reader }: Reader & { reason?: string }): Letter => ({
  to: reader.email,
  subject: say("mail.deleted.subject"),
  heading: say("mail.deleted.subject"),
  paragraphs: [
    ...greeting(reader.name),
    reason === undefined ? say("mail.deleted.text") : say("mail.deleted.by_host", { reason }),
  ],
  reason: say("mail.reason.account"),
});
