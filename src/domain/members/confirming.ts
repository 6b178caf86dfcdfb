import { sql } from "kysely";
import type { TaskContext } from "../outbox.ts";

/** The time for which a new member's confirmation mail waits for the mail about a join, in milliseconds. */
export const waitForJoin = 60_000;

/** The key of a confirmation mail that waits, one for each member. */
export const keyOfWaiting = (memberId: string) => `verify_email:joining:${memberId}`;

/**
 * The address that confirms a new member's e-mail address, for the mail about their join. Null where no confirmation mail waits for it:
 * then the link has a mail of its own.
 */
export async function confirmationForJoin(ctx: TaskContext, memberId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`select email from members
    where id = ${memberId} and not email_verified
      and exists (select from outbox where key = ${keyOfWaiting(memberId)} and done_at is null)`.execute(ctx.db);
  const [member] = rows;
  const path = member && (await ctx.auth.makeLink({ purpose: "verify-email", memberId, email: member.email }));
  return path ? ctx.address + path : null;
}

/** Whether a mail about a join has gone out to a new member, with the link that confirms their address. */
export async function wentWithJoin({ db }: TaskContext, memberId: string): Promise<boolean> {
  const { rows } = await sql`select from registrations r
    join outbox o on o.key in ('registration_joined:' || r.id, 'registration_waitlisted:' || r.id)
    where r.member_id = ${memberId} and o.mailed_at is not null limit 1`.execute(db);
  return rows.length > 0;
}
