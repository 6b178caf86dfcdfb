import { say } from "#messages/say.ts";
import type { TaskHandlers } from "../outbox.ts";

export const contactJobs: Pick<TaskHandlers, "contact_message"> = {
  /** Mails a message from the contact page to the hosts, who can reply to its writer. */
  async contact_message({ db, contact }, { contactMessageId }) {
    const written = await db
      .selectFrom("contact_messages")
      .select(["name", "email", "message"])
      .where("id", "=", contactMessageId)
      .executeTakeFirst();
    if (!written) return null;
    const subject = say("mail.contact.subject", { name: written.name });
    return {
      to: contact,
      replyTo: written.email,
      subject,
      heading: subject,
      paragraphs: [say("mail.contact.text", written), written.message],
      afterwards: [say("mail.contact.after", written)],
      reason: say("mail.reason.site"),
    };
  },
};
