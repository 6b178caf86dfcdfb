import { nameFor } from "../mail.ts";
import type { TaskHandlers } from "../outbox.ts";
import { suspendedMail, suspensionLiftedMail } from "./mails.ts";

/** What a member hears of their suspension. A mail that is late says how it is by then: nothing, if it is not so any more. */
export const suspensionJobs: Pick<TaskHandlers, "member_suspended" | "suspension_lifted"> = {
  async member_suspended({ db, contact }, { memberId }) {
    const member = await db
      .selectFrom("members")
      .select(["name", "email", "email_verified", "suspended_for"])
      .where("id", "=", memberId)
      .executeTakeFirst();
    if (!member?.suspended_for) return null;
    return suspendedMail({ email: member.email, name: nameFor(member) }, member.suspended_for, contact);
  },

  async suspension_lifted({ db, address }, { memberId }) {
    const member = await db
      .selectFrom("members")
      .select(["name", "email", "email_verified"])
      .where("id", "=", memberId)
      .where("suspended_at", "is", null)
      .executeTakeFirst();
    return member ? suspensionLiftedMail({ email: member.email, name: nameFor(member) }, address) : null;
  },
};
