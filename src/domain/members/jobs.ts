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
 * The mails about somebody's account. Each is right for the moment when it goes out: a member who has gone gets none, an
 * address that is confirmed is not asked to be.
 */
export const memberJobs: Pick<TaskHandlers, MemberTask> = {
  async mailed_code(ctx, { signInId, title }) {
    const made = await ctx.auth.mailSignIn?.makeSecrets(signInId);
    return made ? codeMail(made, ctx.address + made.path, title) : null;
  },

  // Asked for by anybody, for any address: only here do we look whether there is an account.
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

  // A mail about a join may have taken the link along.
  async verify_email(ctx, { memberId, waits = false }) {
    const member = await whoIs(ctx, { id: memberId });
    if (!member || member.email_verified || (waits && (await wentWithJoin(ctx, memberId)))) return null;
    const path = await ctx.auth.makeLink({ purpose: "verify-email", memberId, email: member.email });
    return path === null ? null : verifyMail(member, ctx.address + path);
  },

  // The person who asks is not told that another account has the address; its owner gets nothing to press.
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
