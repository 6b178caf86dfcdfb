import { sql, type Transaction } from "kysely";
import type { Database, Schema } from "#db/schema.server.ts";
import type { Announce } from "#domain/context.ts";
import { Failure, refusalIn } from "#domain/failure.ts";
import type { Caller, Cookies, OwnAccount } from "#domain/identity.ts";
import { endAccess, lockSession } from "./access.ts";
import type { Attempts } from "./attempts.ts";
import type { MailLinks } from "./mail-links.ts";
import { askToVerify, tellOfNewEmail } from "./mail-tasks.ts";
import type { createSessions, Session } from "./sessions.ts";
import { markVerified } from "./verified.ts";

type Parts = {
  db: Database;
  links: MailLinks;
  attempts: Attempts;
  findSession: ReturnType<typeof createSessions>["findSession"];
  beginSessionOf: (caller: Caller, memberId: string) => Promise<Cookies>;
  announce: Announce;
  now: () => Date;
};

/**
 * Confirms an address by a mailed link. The reader of the mail need not be the account's user: an attacker may have
 * registered with another person's address and wait for its owner to confirm it. So the link works only in a session of
 * that account. (If the account has no way in yet, the link itself logs in.)
 */
export function confirmEmail({
  db,
  links,
  attempts,
  findSession,
  beginSessionOf,
  announce,
  now,
}: Parts): OwnAccount["verifyEmail"] {
  return async (caller, { token }) => {
    const [purpose, secret = ""] = token.split(".");
    if (purpose !== "verify-email" && purpose !== "change-email") throw new Failure("link_used");
    const session = await findSession(caller);
    const held = await links.readLink(purpose, secret).catch(async (error: unknown) => {
      if (purpose === "verify-email") await mailAgain(secret, session);
      throw error;
    });
    if (session && session.memberId !== held.memberId) throw new Failure("other_account");
    if (!session && (purpose === "change-email" || (await hasWayIn(db, held.memberId))))
      throw new Failure("sign_in_required");

    const published = await db.transaction().execute(async (tx) => {
      const member = await links.useLink(tx, purpose, secret, held);
      if (session) await lockSession(tx, session);
      const isVerifying = purpose === "verify-email";
      const count = await (isVerifying ? verify(tx, held, member.email, session) : change(tx, held, member, session));
      if (!session)
        await endAccess(tx, held.memberId, { by: member.email_verified ? "everywhere" : "taken_over", now: now() });
      return count;
    });
    announce("members");
    const { cookies } = session ? { cookies: [] } : await beginSessionOf(caller, held.memberId);
    return { cookies, published };
  };

  /**
   * Mails a new link for a dead one: to the address that it was for, or to the unconfirmed address of the logged-in
   * account. The answer is always the same, so it does not reveal whether there is an account.
   */
  async function mailAgain(secret: string, session: Session | null): Promise<void> {
    const own = session && !session.emailVerified ? { memberId: session.memberId, email: session.email } : null;
    const to = (await links.forgetDead(secret)) ?? own;
    if (!to) return;
    try {
      await attempts.limitAttempts("mail", { account: to.email });
      await attempts.limitAttempts("outreach", { account: to.memberId, recipient: to.email });
    } catch (error) {
      if (refusalIn(error)) return;
      throw error;
    }
    await askToVerify(db, to.memberId, now());
  }

  type Held = { memberId: string; email: string };

  async function verify(tx: Transaction<Schema>, held: Held, current: string, session: Session | null) {
    // The link proves the address that it was mailed to, which may no longer be the member's.
    if (held.email !== current) throw new Failure("link_used");
    return prove(tx, held, session);
  }

  type Before = { email: string; email_verified: boolean };

  async function change(tx: Transaction<Schema>, held: Held, before: Before, session: Session | null) {
    const { memberId, email } = held;
    const taken = await tx.selectFrom("members").select("id").where("email", "=", email).executeTakeFirst();
    if (taken) throw new Failure("email_taken");
    // Comes before the change of address, so that links mailed to the old one end too.
    await endAccess(tx, memberId, { by: "address_changed", now: now(), keep: session?.sessionId });
    const published = await prove(tx, held, session);
    // The owner of an unconfirmed old address may never have had an account, so they are not told the new one.
    if (before.email_verified) await tellOfNewEmail(tx, memberId, before.email, now());
    return published;
  }

  /** Records that the person who set the password can read the mail of an address. */
  async function prove(tx: Transaction<Schema>, { memberId, email }: Held, session: Session | null): Promise<number> {
    const published = await markVerified(tx, memberId, { now: now(), isSame: session !== null, email });
    await sql`update accounts set proven = true where member_id = ${memberId}`.execute(tx);
    return published;
  }
}

/** True if an account has a way to log in: a password, Google, Firebase, a passkey. */
async function hasWayIn(db: Database, memberId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from accounts where member_id = ${memberId}
    union all select 1 from passkeys where member_id = ${memberId} limit 1`.execute(db);
  return rows.length > 0;
}
