import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { newCalendarSecret } from "#domain/calendars/commands.ts";
import { Failure } from "#domain/failure.ts";

type Ending = {
  now: Date;
  /** The session that goes on, or since when those go on that began; none by default. */
  keep?: string | undefined;
  keepSince?: Date;
  /** Whether the member's calendar gets another address too. */
  calendar?: boolean;
  /** From when on an outside provider's tokens count; `now` by default. */
  tokensFrom?: Date;
};

/**
 * Ends all by which somebody might still come into an account, or was going to: sessions and their tokens, mailed links,
 * changes of address that wait for their mail, and an outside provider's earlier tokens. Whatever had begun before and
 * would end later finds another generation. Passkeys, Google and the password stay: the caller decides on those.
 */
export async function endAccess(tx: Transaction<Schema>, memberId: string, wishes: Ending): Promise<void> {
  const { now, keep = null, keepSince = null, calendar = false, tokensFrom = now } = wishes;
  // The row first, as everybody does who writes what hangs on it.
  await sql`update members set
    access_generation = access_generation + 1,
    calendar_secret = case when ${calendar} and calendar_secret is not null then ${newCalendarSecret()} else calendar_secret end,
    tokens_valid_from = greatest(tokens_valid_from, ${wholeSeconds(tokensFrom)}::timestamptz)
    where id = ${memberId}`.execute(tx);
  await sql`delete from sessions where member_id = ${memberId} and id is distinct from ${keep}::uuid
    and created_at < coalesce(${keepSince}::timestamptz, 'infinity')`.execute(tx);
  await sql`delete from mail_links where member_id = ${memberId}`.execute(tx);
  await sql`delete from passkey_challenges where member_id = ${memberId}`.execute(tx);
  await sql`delete from outbox where done_at is null and kind = 'change_email' and payload ->> 'memberId' = ${memberId}`.execute(
    tx,
  );
}

/** Outside providers' tokens tell time in whole seconds. */
const wholeSeconds = (moment: Date) => new Date(Math.floor(moment.getTime() / 1000) * 1000);

type Locked = {
  email: string;
  name: string;
  email_verified: boolean;
  access_generation: number;
  suspended_at: Date | null;
};

/**
 * Locks a member's row, which everything that gives access to the account hangs on: none of it changes until the
 * transaction ends. Null when the member has gone.
 */
export async function lockAccess(tx: Transaction<Schema>, memberId: string): Promise<Locked | null> {
  const member = await tx
    .selectFrom("members")
    .select(["email", "name", "email_verified", "access_generation", "suspended_at"])
    .where("id", "=", memberId)
    .forUpdate()
    .executeTakeFirst();
  return member ?? null;
}

/** The same, for what a session does: it may have ended since it was looked up. @throws Failure sign_in_required */
export async function lockSession(
  tx: Transaction<Schema>,
  { memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<Locked> {
  const member = await lockAccess(tx, memberId);
  const { rows } = await sql`select 1 from sessions where id = ${sessionId} and member_id = ${memberId}`.execute(tx);
  if (!member || rows.length === 0) throw new Failure("sign_in_required");
  return member;
}

/** How often all access to an account was ended; null for an address without one. */
export async function generationOf(db: Kysely<Schema>, email: string): Promise<number | null> {
  const row = await db.selectFrom("members").select("access_generation").where("email", "=", email).executeTakeFirst();
  return row?.access_generation ?? null;
}
