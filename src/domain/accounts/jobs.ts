import type { TaskHandlers } from "../outbox.ts";
import { deleteAccount } from "./commands.ts";
import { nameFor } from "../mail.ts";
import { listCallsNeeded, withCalls } from "../registrations/to-call.ts";
import { accountDeletedMail, deletionPlannedMail } from "./mails.ts";
import { countWhatGoes } from "./queries.ts";

export const accountJobs: Pick<TaskHandlers, "deletion_planned" | "delete_account" | "account_deleted"> = {
  async deletion_planned(ctx, { memberId }) {
    const member = await ctx.db
      .selectFrom("members")
      .select(["name", "email", "email_verified", "deletion_at"])
      .where("id", "=", memberId)
      .executeTakeFirst();
    if (!member?.deletion_at) return null;
    const reader = { ...member, name: nameFor(member), deletionAt: member.deletion_at };
    const letter = deletionPlannedMail(reader, await countWhatGoes(ctx, memberId), ctx.address);
    return withCalls(letter, await listCallsNeeded(ctx, { organizerId: memberId }));
  },

  async delete_account(ctx, { memberId }) {
    await deleteAccount(ctx, memberId);
    return null;
  },

  account_deleted: async (_, { toCall = [], ...reader }) => withCalls(accountDeletedMail(reader), toCall),
};
