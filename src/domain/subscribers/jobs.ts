import { say } from "#messages/say.ts";
import { isNewsletter, listFollowsOf } from "../follows/queries.ts";
import type { TaskHandlers } from "../outbox.ts";

export const subscriberJobs: Pick<TaskHandlers, "confirm_newsletter"> = {
  /** Builds the mail with the link to confirm pending follows; none if nothing is pending anymore. */
  async confirm_newsletter({ db, links, address }, { email }) {
    const waiting = (await listFollowsOf(db, email)).filter(({ confirmed_at }) => confirmed_at === null);
    if (waiting.length === 0) return null;
    const token = links.sign("newsletter", email);
    const page = `${address}/newsletter#${token}`;
    const frame = {
      to: email,
      reason: say("mail.reason.asked"),
      stop: { label: say("mail.newsletter.stop"), page, call: `${address}/api/newsletter/${token}` },
    };
    if (waiting.every(isNewsletter)) {
      return {
        ...frame,
        subject: say("mail.newsletter.subject"),
        heading: say("mail.newsletter.subject"),
        paragraphs: [say("mail.newsletter.text")],
        actions: [{ label: say("mail.newsletter.button"), address: page }],
        afterwards: [say("mail.newsletter.after")],
      };
    }
    return {
      ...frame,
      subject: say("mail.newsletter.follow.subject"),
      heading: say("mail.newsletter.follow.subject"),
      paragraphs: [say("mail.newsletter.follow.text")],
      facts: waiting.map((follow) => ({
        label: say(`follows.about.${isNewsletter(follow) ? "newsletter" : follow.about}`),
        text: follow.name,
      })),
      actions: [{ label: say("mail.newsletter.follow.button"), address: page }],
      afterwards: [say("mail.newsletter.after")],
    };
  },
};
