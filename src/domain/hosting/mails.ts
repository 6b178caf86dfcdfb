import { say } from "#messages/say.ts";
import type { Letter } from "../mail.ts";

/** Tells the hosts that tonight's backup failed, and what happened to the older ones. */
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

/** A program's output may be long; its beginning has the cause. */
const reasonMax = 500;
