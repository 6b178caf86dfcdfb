import { say } from "#messages/say.ts";
import type { TaskHandlers } from "../outbox.ts";

export const contactAddressJobs: Pick<TaskHandlers, "confirm_contact_address"> = {
  /** The mail with the link that confirms a contact address; null if the member has chosen another by now, or none. */
  async confirm_contact_address({ db, links, address }, { memberId }) {
    const member = await db
      .selectFrom("members")
      .select("contact_email_pending as email")
      .where("id", "=", memberId)
      .executeTakeFirst();
    if (!member?.email) return null;
    const token = links.sign("contact", `${memberId}:${member.email}`);
    return {
      to: member.email,
      subject: say("mail.contact_address.subject"),
      heading: say("mail.contact_address.subject"),
      paragraphs: [say("mail.contact_address.text")],
      actions: [{ label: say("mail.contact_address.button"), address: `${address}/confirm-contact#${token}` }],
      afterwards: [say("mail.contact_address.after")],
      reason: say("mail.reason.asked"),
    };
  },
};
