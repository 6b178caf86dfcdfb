import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import type { Caller, OwnAccount } from "#domain/identity.ts";
import type { Attempts } from "./attempts.ts";
import type { BetterAuth } from "./better-auth.ts";
import { ask, by } from "./better-auth-calls.ts";
import { askToChangeEmail, askToVerify, tellOfNewPassword } from "./mail-tasks.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import type { createSessions, Session } from "./sessions.ts";

type Parts = {
  db: Database;
  betterAuth: BetterAuth;
  attempts: Attempts;
  requireSession: ReturnType<typeof createSessions>["requireSession"];
  verifyEmail: OwnAccount["verifyEmail"];
  now: () => Date;
};

/** What members change about their own account, by their session. */
export function ownAccount({ db, betterAuth, attempts, requireSession, verifyEmail, now }: Parts): OwnAccount {
  const { limitAttempts, forgiveAttempt } = attempts;

  /** Does something for the person who knows the password; nobody guesses it faster here than at the log-in. */
  async function withPassword(caller: Caller, work: (session: Session) => Promise<void>): Promise<void> {
    const session = await requireSession(caller);
    await limitAttempts("sign_in", { account: session.memberId });
    await work(session);
    await forgiveAttempt("sign_in", session.memberId);
  }

  return {
    async updateProfile(caller, input) {
      const { cookies } = await ask(db, betterAuth.api.updateUser({ body: input, ...by(caller) }));
      return { cookies };
    },

    changePassword: (caller, { currentPassword, newPassword }) =>
      withPassword(caller, async ({ memberId, sessionId }) => {
        const held = await passwordOf(db, memberId);
        if (held === null) throw new Failure("no_password");
        if (!(await verifyPassword({ hash: held, password: currentPassword }))) throw wrongPassword("currentPassword");
        const hash = await hashPassword(newPassword);
        await db.transaction().execute(async (tx) => {
          await sql`update accounts set password = ${hash}, updated_at = ${now()}
            where member_id = ${memberId} and provider_id = 'credential'`.execute(tx);
          await sql`delete from sessions where member_id = ${memberId} and id <> ${sessionId}`.execute(tx);
          await tellOfNewPassword(tx, memberId, now());
        });
      }),

    // A session that somebody left open is not enough to take an account away. An address that another account has is
    // answered alike.
    changeEmail: (caller, { newEmail, password }) =>
      withPassword(caller, async ({ memberId }) => {
        await limitAttempts("mail", { account: newEmail });
        const held = await passwordOf(db, memberId);
        if (held !== null && !(await verifyPassword({ hash: held, password }))) throw wrongPassword("password");
        await askToChangeEmail(db, memberId, newEmail, now());
      }),

    async requestVerification(caller) {
      const { memberId, email, emailVerified } = await requireSession(caller);
      if (emailVerified) return;
      await limitAttempts("mail", { account: email });
      await askToVerify(db, memberId, now());
    },

    verifyEmail,
  };
}

/** The hash of a member's password; null where another provider is their only way in. */
async function passwordOf(db: Database, memberId: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select password from accounts where member_id = ${memberId} and provider_id = 'credential'`.execute(db);
  return rows[0]?.password ?? null;
}

const wrongPassword = (path: string) => new Failure("invalid", [{ path, rule: "rule.password.wrong" }]);
