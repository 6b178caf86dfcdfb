import { nameFor } from "../mail.ts";
import type { TaskHandlers } from "../outbox.ts";
import { credentialRevokedMail } from "./mails.ts";

export const recordJobs: Pick<TaskHandlers, "credential_revoked"> = {
  /** Tells the maker of a credential that another member or a host has ended it. */
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
