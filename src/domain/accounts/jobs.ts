import type { TaskHandlers } from "../outbox.ts";
import { deleteAccount } from "./commands.ts";
import { nameFor } from "../mail.ts";
import { accountDeletedMail, deletionPlannedMail } from "./mails.ts";

export const accountJobs: Pick<TaskHandlers, "deletion_planned" | "delete_account" | "account_deleted"> = {
  async deletion_planned({ db, address }, { memberId }) {
    const member = await db
      .selectFrom("members")
      .select(["name", "email", "email_verified", "deletion_at"])
      .where("id", "=", memberId)
      .executeTakeFirst();
    return member?.deletion_at
      ? deletionPlannedMail({ ...member, name: nameFor(member) }, member.deletion_at, address)
      : null;
  },

  async delete_account(ctx, { memberId }) {
    await deleteAccount(ctx, memberId);
    return null;
  },

  account_deleted: async (_, reader) => accountDeletedMail(reader),
};
