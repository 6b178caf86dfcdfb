import { nameFor } from "../mail.ts";
import type { TaskHandlers } from "../outbox.ts";
import { credentialRevokedMail } from "./mails.ts";

export const recordJobs: Pick<TaskHandlers, "credential_revoked"> = {
  /** Whoever made a credential is told that it counts no longer, as somebody else has ended it. */
  async credential_revoked({ db, address }, { memberId, credentialId, title, by }) {
    const row = await db
      .selectFrom("credentials")
      .innerJoin("members", "members.id", "member_id")
      .where("credentials.id", "=", credentialId)
      .where("member_id", "=", memberId)
      .select(["label", "name", "email", "email_verified"])
      .executeTakeFirst();
    return row
      ? credentialRevokedMail({ name: nameFor(row), email: row.email, label: row.label, title, by }, address)
      : null;
  },
};
