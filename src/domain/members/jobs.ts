import { sql } from "kysely";
import { nameFor } from "../mail.ts";
import type { TaskContext, TaskHandlers } from "../outbox.ts";
import { wentWithJoin } from "./confirming.ts";
import {
  changeMail,
  codeMail,
  emailChangedMail,
  passwordChangedMail,
  resetMail,
  verifyMail,
  wayAddedMail,
} from "./mails.ts";

type MemberTask =
  | "mailed_code"
  | "reset_password"
  | "password_changed"
  | "way_added"
  | "verify_email"
  | "change_email"
  | "email_changed";

/**
 * The mails about a member's account. Each is checked again when it goes out: a deleted member gets none, and a
 * confirmed address gets no request to confirm it.
 */
export const memberJobs: Pick<TaskHandlers, MemberTask> = {
  async mailed_code(ctx, { signInId, title }) {
    const made = await ctx.auth.mailSignIn?.makeSecrets(signInId);
    return made ? codeMail(made, ctx.address + made.path, title) : null;
  },

  // Anyone can ask for this mail, for any address: only this task looks for an account.
  async reset_password(ctx, { email }) {
    const member = await whoIs(ctx, { email });
    if (!member) return null;
    const path = await ctx.auth.makeLink({ purpose: "reset-password", memberId: member.id, email: member.email });
    return path === null ? null : resetMail(member, ctx.address + path);
  },

  async password_changed(ctx, { memberId }) {
    const member = await whoIs(ctx, { id: memberId });
    const { rows } = await sql`select 1 from passkeys where member_id = ${memberId}`.execute(ctx.db);
    return member && passwordChangedMail(member, `${ctx.address}/forgot-password`, rows.length);
  },

  async way_added(ctx, { memberId, way, withoutPassword }) {
    const member = await whoIs(ctx, { id: memberId });
    return member && wayAddedMail(member, way, withoutPassword, `${ctx.address}/account`);
  },

  // A mail about a join may have brought the link already.
  async verify_email(ctx, { memberId, waits = false }) {
    const member = await whoIs(ctx, { id: memberId });
    if (!member || member.email_verified || (waits && (await wentWithJoin(ctx, memberId)))) return null;
    const path = await ctx.auth.makeLink({ purpose: "verify-email", memberId, email: member.email });
    return path === null ? null : verifyMail(member, ctx.address + path);
  },

  // The caller must not learn that another account has the address; the owner of that account gets a mail without a
  // link.
  async change_email(ctx, { memberId, newEmail, generation }) {
    const member = await whoIs(ctx, { id: memberId });
    if (!member || (await whoIs(ctx, { email: newEmail }))) return null;
    const path = await ctx.auth.makeLink({ purpose: "change-email", memberId, email: newEmail, generation });
    return path === null ? null : changeMail({ name: "", email: newEmail }, ctx.address + path);
  },

  async email_changed(ctx, { memberId, oldEmail }) {
    const member = await whoIs(ctx, { id: memberId });
    return member && emailChangedMail({ name: member.name, email: oldEmail }, member.email, ctx.contact);
  },
};

async function whoIs(
  { db }: TaskContext,
  { id, email }: { id: string; email?: never } | { id?: never; email: string },
) {
  const member = await db
    .selectFrom("members")
    .select(["id", "name", "email", "email_verified"])
    .where(id === undefined ? "email" : "id", "=", id ?? email)
    .executeTakeFirst();
  return member ? { ...member, name: nameFor(member) } : null;
}
