import { say } from "#messages/all.ts";
import { inWords } from "../events/mails.ts";
import { findEvent } from "../events/queries.ts";
import { mailOf } from "../mail.ts";
import type { TaskHandlers } from "../outbox.ts";

export const joinJobs: Pick<TaskHandlers, "moved_up"> = {
  /** To whom has moved up from the waiting list, unless they have left since. */
  async moved_up({ db, address }, { eventId, memberId }) {
    const member = await db
      .selectFrom("joins")
      .innerJoin("members", "members.id", "joins.member_id")
      .where("event_id", "=", eventId)
      .where("member_id", "=", memberId)
      .where("state", "=", "joined")
      .select(["members.name", "members.email"])
      .executeTakeFirst();
    if (!member) return null;
    const event = await findEvent(db, eventId);
    if (!event) return null;
    const values = { title: event.title, when: inWords(event), place: event.location };
    return mailOf({
      to: member.email,
      subject: say("mail.moved_up.subject", values),
      heading: say("mail.moved_up.subject", values),
      paragraphs: [say("mail.hello", member), say("mail.moved_up.text", values)],
      button: { label: say("mail.moved_up.button"), address: `${address}/view-event/${eventId}` },
      afterwards: [say("mail.moved_up.after")],
      reason: say("mail.reason.waited"),
    });
  },
};
