import { sql } from "kysely";
import type { TaskContext } from "../outbox.ts";
import { registrationsOf } from "../registrations/people.ts";

/**
 * The time for which a new member's confirmation mail waits, so that the mail about a join can carry its link, in
 * milliseconds.
 */
export const waitForJoin = 60_000;

/** The key of a waiting confirmation mail, one for each member. */
export const keyOfWaiting = (memberId: string) => `verify_email:joining:${memberId}`;

/**
 * The link that confirms a new member's address, for the mail about their join. Null if no confirmation mail waits:
 * then the link has its own mail.
 */
export async function confirmationForJoin(ctx: TaskContext, memberId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`select email from members
    where id = ${memberId} and not email_verified
      and exists (select from outbox where key = ${keyOfWaiting(memberId)} and done_at is null)`.execute(ctx.db);
  const [member] = rows;
  const path = member && (await ctx.auth.makeLink({ purpose: "verify-email", memberId, email: member.email }));
  return path ? ctx.address + path : null;
}

/** Tests whether a mail about a join has already brought a new member the confirmation link. */
export async function wentWithJoin({ db }: TaskContext, memberId: string): Promise<boolean> {
  const { rows } = await sql`select from ${registrationsOf(memberId)} r
    join outbox o on o.key in ('registration_joined:' || r.id, 'registration_waitlisted:' || r.id)
    where o.mailed_at is not null limit 1`.execute(db);
  return rows.length > 0;
}
