import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Ended, type Ender, rightEnders, type RightKind, tellOfEnded } from "#domain/access/ending.ts";
import { type AccessKind, isEnded, type MemberEnding } from "#domain/access/kinds.ts";
import { newCalendarSecret } from "#domain/calendars/commands.ts";
import { Failure } from "#domain/failure.ts";

type Ending = {
  /** The event that ends access; the list in `domain/access/kinds.ts` tells which kinds end with it. */
  by: MemberEnding;
  now: Date;
  /** The session to keep, or the moment since which new sessions are kept; none by default. */
  keep?: string | undefined;
  keepSince?: Date;
  /** The time from which an outside provider's tokens are valid; `now` by default. */
  tokensFrom?: Date;
};

/**
 * Ends the kinds of access to an account that the list assigns to this ending, and tells the member what to set up
 * again. Actions begun before and finished later fail, because the account's generation has changed.
 */
export async function endAccess(tx: Transaction<Schema>, memberId: string, wishes: Ending): Promise<void> {
  const { by, now } = wishes;
  // Locks the member's row first, as does every write to rows that belong to it.
  await sql`update members set access_generation = access_generation + 1 where id = ${memberId}`.execute(tx);
  const enders: Record<AccessKind, Ender> = { ...waysIn(wishes), ...rightEnders };
  let ended: Ended = {};
  for (const kind of Object.keys(enders) as AccessKind[]) {
    if (isEnded(kind, by)) ended = { ...ended, ...(await enders[kind](tx, memberId, now)) };
  }
  await tellOfEnded(tx, { memberId, ending: by, ended }, now);
}

/** Ends each kind of access that lets a person in: sessions, tokens, links, codes, passkeys. */
const waysIn = ({ keep, keepSince, now, tokensFrom = now }: Ending): Record<WayKind, Ender> => ({
  async sessions(tx, memberId) {
    await sql`delete from sessions where member_id = ${memberId} and id is distinct from ${keep ?? null}::uuid
      and created_at < coalesce(${keepSince ?? null}::timestamptz, 'infinity')`.execute(tx);
  },
  async provider_tokens(tx, memberId) {
    await sql`update members set tokens_valid_from = greatest(tokens_valid_from, ${wholeSeconds(tokensFrom)}::timestamptz)
      where id = ${memberId}`.execute(tx);
  },
  async mailed_links(tx, memberId) {
    await sql`delete from mail_links where member_id = ${memberId}`.execute(tx);
  },
  // Codes belong to an address. The one that is in use counts as used already.
  async mailed_codes(tx, memberId) {
    await sql`delete from mail_sign_ins using members
      where members.id = ${memberId} and mail_sign_ins.email = members.email and used_at is null`.execute(tx);
  },
  async address_changes(tx, memberId) {
    await sql`delete from outbox where done_at is null and kind = 'change_email'
      and payload ->> 'memberId' = ${memberId}`.execute(tx);
  },
  async passkey_challenges(tx, memberId) {
    await sql`delete from passkey_challenges where member_id = ${memberId}`.execute(tx);
  },
  async ways_in(tx, memberId) {
    await sql`delete from accounts where member_id = ${memberId}`.execute(tx);
  },
  async passkeys(tx, memberId) {
    await sql`delete from passkeys where member_id = ${memberId}`.execute(tx);
  },
  async calendar(tx, memberId) {
    await sql`update members set calendar_secret = ${newCalendarSecret()}
      where id = ${memberId} and calendar_secret is not null`.execute(tx);
  },
});
type WayKind = Exclude<AccessKind, RightKind>;

/** Outside providers' tokens have times in whole seconds. */
const wholeSeconds = (moment: Date) => new Date(Math.floor(moment.getTime() / 1000) * 1000);

type Locked = {
  email: string;
  name: string;
  email_verified: boolean;
  access_generation: number;
  suspended_at: Date | null;
};

/**
 * Locks a member's row. Every change to an account's access takes this lock, so none happens until the transaction
 * ends. Null if the member has been deleted.
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

/**
 * Locks the row for an action of a session, which may have ended since it was looked up.
 * @throws Failure sign_in_required
 */
export async function lockSession(
  tx: Transaction<Schema>,
  { memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<Locked> {
  const member = await lockAccess(tx, memberId);
  const { rows } = await sql`select 1 from sessions where id = ${sessionId} and member_id = ${memberId}`.execute(tx);
  if (!member || rows.length === 0) throw new Failure("sign_in_required");
  return member;
}

/** Returns how many times all access to an account was ended; null for an address without an account. */
export async function generationOf(db: Kysely<Schema>, email: string): Promise<number | null> {
  const row = await db.selectFrom("members").select("access_generation").where("email", "=", email).executeTakeFirst();
  return row?.access_generation ?? null;
}
