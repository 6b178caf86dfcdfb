import { say } from "#messages/all.ts";
import type { Letter } from "../mail.ts";

/** To the people who run the site: that tonight's backup was not made, and what became of the older ones. */
export const backupFailedMail = (failed: { to: string; folder: string; reason: string; address: string }): Letter => ({
  to: failed.to,
  subject: say("mail.backup.failed.subject"),
  heading: say("mail.backup.failed.subject"),
  paragraphs: [say("mail.backup.failed.text", { folder: failed.folder })],
  facts: [
    { label: say("mail.backup.reason"), text: failed.reason.slice(0, reasonMax) },
    { label: say("mail.backup.site"), text: failed.address },
  ],
  reason: say("mail.reason.site"),
});

/** A program may have said much; how it began says why. */
const reasonMax = 500;
