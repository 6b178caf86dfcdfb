import { say } from "#messages/all.ts";
import type { TaskHandlers } from "../outbox.ts";

export const subscriberJobs: Pick<TaskHandlers, "confirm_newsletter"> = {
  /** The link by which an address is confirmed; none when it has been, or is off the list again. */
  async confirm_newsletter({ db, links, address }, { email }) {
    const waiting = await db
      .selectFrom("subscribers")
      .select("email")
      .where("email", "=", email)
      .where("confirmed_at", "is", null)
      .executeTakeFirst();
    if (!waiting) return null;
    const token = links.sign("newsletter", email);
    const page = `${address}/newsletter#${token}`;
    return {
      to: email,
      subject: say("mail.newsletter.subject"),
      heading: say("mail.newsletter.subject"),
      paragraphs: [say("mail.newsletter.text")],
      actions: [{ label: say("mail.newsletter.button"), address: page }],
      afterwards: [say("mail.newsletter.after")],
      reason: say("mail.reason.asked"),
      stop: { label: say("mail.newsletter.stop"), page, call: `${address}/api/newsletter/${token}` },
    };
  },
};
