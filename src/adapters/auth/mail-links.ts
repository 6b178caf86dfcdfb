import { createHash, randomBytes } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Database, Schema } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import type { MailLink } from "#domain/identity.ts";
import { lockAccess } from "./access.ts";

const minute = 60_000;
type Purpose = MailLink["purpose"];

/**
 * The lifetime of each kind of link, in milliseconds. A new password is needed at once; other mails may wait until the
 * next day.
 */
const lifetimes: Record<Purpose, number> = {
  "reset-password": 60 * minute,
  "verify-email": 24 * 60 * minute,
  "change-email": 24 * 60 * minute,
};

/** The subject of a link: its member by id and name, and the address that it was mailed to. */
type Held = { memberId: string; name: string; email: string };

/**
 * Links in mails. Each secret is random, works once, and is stored only as a hash. It comes after the `#` of the
 * address, which browsers send to no server, so no server logs it. Links end with all access to the account.
 */
export function mailLinks(db: Database, now: () => Date) {
  /** `AuthProvider.makeLink`. */
  async function makeLink({ purpose, memberId, email, generation }: MailLink): Promise<string | null> {
    const secret = randomBytes(24).toString("base64url");
    const expiresAt = new Date(now().getTime() + lifetimes[purpose]);
    // Locks the row, so that a link exists when all links are ended, or is not created afterwards.
    const { numAffectedRows } = await sql`
      insert into mail_links (secret_hash, member_id, email, expires_at)
      select ${hashOf(purpose, secret)}, id, ${email}, ${expiresAt}::timestamptz from members
      where id = ${memberId} and access_generation = coalesce(${generation ?? null}::integer, access_generation)
      for share`.execute(db);
    if (numAffectedRows === 0n) return null;
    return purpose === "reset-password" ? `/reset-password#${secret}` : `/confirm-email#${purpose}.${secret}`;
  }

  /** Returns the subject of a valid link, without using it up. @throws Failure link_used */
  async function readLink(purpose: Purpose, secret: string): Promise<Held> {
    const { rows } = await sql<Held>`select member_id as "memberId", members.name, mail_links.email
      from mail_links join members on members.id = member_id where secret_hash = ${hashOf(purpose, secret)} and expires_at > ${now()}`.execute(
      db,
    );
    if (!rows[0]) throw new Failure("link_used");
    return rows[0];
  }

  /** Uses a link that was read, and locks its member. @throws Failure link_used, also if a concurrent call used it */
  async function useLink(
    tx: Transaction<Schema>,
    purpose: Purpose,
    secret: string,
    { memberId }: Pick<Held, "memberId">,
  ) {
    const member = await lockAccess(tx, memberId);
    const { numAffectedRows } = await sql`delete from mail_links
      where secret_hash = ${hashOf(purpose, secret)} and expires_at > ${now()}`.execute(tx);
    if (!member || numAffectedRows === 0n) throw new Failure("link_used");
    return member;
  }

  /**
   * Returns the member whose address an expired link was to confirm, if it is still theirs and unconfirmed. The link is
   * deleted, so that it can be replaced only once.
   */
  async function forgetDead(secret: string): Promise<{ memberId: string; email: string } | null> {
    const { rows } = await sql<{ memberId: string; email: string }>`
      delete from mail_links using members
      where secret_hash = ${hashOf("verify-email", secret)} and expires_at <= ${now()}
        and members.id = member_id and members.email = mail_links.email and not email_verified
      returning member_id as "memberId", mail_links.email`.execute(db);
    return rows[0] ?? null;
  }

  return { makeLink, readLink, useLink, forgetDead };
}
export type MailLinks = ReturnType<typeof mailLinks>;

/** Hashes a secret with its purpose, so that a link works for one purpose only. */
const hashOf = (purpose: Purpose, secret: string) =>
  createHash("sha256").update(`${purpose}:${secret}`).digest("base64url");
