import { nameFor } from "../mail.ts";
import type { TaskHandlers } from "../outbox.ts";
import { listCallsNeeded, withCalls } from "../registrations/to-call.ts";
import { suspendedMail, suspensionLiftedMail } from "./mails.ts";

/**
 * The mails to a member about a suspension. A late mail reports the current state, or is dropped if it no longer
 * applies.
 */
export const suspensionJobs: Pick<TaskHandlers, "member_suspended" | "suspension_lifted"> = {
  async member_suspended(ctx, { memberId }) {
    const member = await ctx.db
      .selectFrom("members")
      .select(["name", "email", "email_verified", "suspended_for"])
      .where("id", "=", memberId)
      .executeTakeFirst();
    if (!member?.suspended_for) return null;
    const letter = suspendedMail({ email: member.email, name: nameFor(member) }, member.suspended_for, ctx.contact);
    return withCalls(letter, await listCallsNeeded(ctx, { organizerId: memberId }));
  },

  async suspension_lifted(ctx, { memberId }) {
    const member = await ctx.db
      .selectFrom("members")
      .select(["name", "email", "email_verified"])
      .where("id", "=", memberId)
      .where("suspended_at", "is", null)
      .executeTakeFirst();
    if (!member) return null;
    const letter = suspensionLiftedMail({ email: member.email, name: nameFor(member) }, ctx.address);
    return withCalls(letter, await listCallsNeeded(ctx, { organizerId: memberId }));
  },
};
