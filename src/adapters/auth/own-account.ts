import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import type { Announce } from "#domain/context.ts";
import { Failure } from "#domain/failure.ts";
import type { OwnAccount } from "#domain/identity.ts";
import { refuseTakenDown } from "#domain/reviews/taken-down.ts";
import { endAccess, lockSession } from "./access.ts";
import type { Attempts } from "./attempts.ts";
import type { BetterAuth } from "./better-auth.ts";
import { ask, by } from "./better-auth-calls.ts";
import { refuseEasyPassword } from "./easy-passwords.ts";
import { askToChangeEmail, askToVerifyAgain, tellOfNewPassword } from "./mail-tasks.ts";
import { hashPassword } from "./password.ts";
import type { Proof } from "./proof.ts";
import type { createSessions } from "./sessions.ts";

type Parts = {
  db: Database;
  betterAuth: BetterAuth;
  attempts: Attempts;
  requireSession: ReturnType<typeof createSessions>["requireSession"];
  proof: Proof;
  verifyEmail: OwnAccount["verifyEmail"];
  announce: Announce;
  now: () => Date;
};

/** The changes that members can make to their own account. */
export function ownAccount(parts: Parts): OwnAccount {
  const { db, betterAuth, attempts, requireSession, proof, verifyEmail, announce, now } = parts;
  const { limitAttempts } = attempts;
  const { requireProof, passwordOf } = proof;

  return {
    async updateProfile(caller, input) {
      await refuseTakenDown(db, (await requireSession(caller)).memberId, input);
      const { cookies } = await ask(db, betterAuth.api.updateUser({ body: input, ...by(caller) }));
      announce("members");
      return { cookies };
    },

    async changePassword(caller, { currentPassword, newPassword }) {
      const session = await requireSession(caller);
      const { memberId, sessionId, name, email, emailVerified } = session;
      if ((await passwordOf(memberId)) === null) throw new Failure("no_password");
      await requireProof(session, currentPassword, "currentPassword");
      await refuseEasyPassword(newPassword, { name, email }, "newPassword");
      // An unconfirmed address may be a stranger's, so mails to it are limited.
      if (!emailVerified) await limitAttempts("outreach", { account: memberId, recipient: email });
      const hash = await hashPassword(newPassword);
      await db.transaction().execute(async (tx) => {
        // The session may have ended meanwhile, by another change of the password.
        await lockSession(tx, session);
        await sql`update accounts set password = ${hash}, updated_at = ${now()}
          where member_id = ${memberId} and provider_id = 'credential'`.execute(tx);
        await endAccess(tx, memberId, { by: "password_changed", now: now(), keep: sessionId });
        await tellOfNewPassword(tx, memberId, now());
      });
    },

    // It needs a proof, so that a session left open is not enough to take over the account. The answer does not reveal
    // whether the new address has an account.
    async changeEmail(caller, { newEmail, password }) {
      const session = await requireSession(caller);
      const { memberId } = session;
      await limitAttempts("mail", { account: newEmail });
      await limitAttempts("outreach", { account: memberId, recipient: newEmail });
      await requireProof(session, password);
      await db.transaction().execute(async (tx) => {
        const { access_generation: generation } = await lockSession(tx, session);
        await askToChangeEmail(tx, { memberId, newEmail, generation }, now());
      });
    },

    async requestVerification(caller) {
      const { memberId, email, emailVerified } = await requireSession(caller);
      if (emailVerified) return;
      await limitAttempts("mail", { account: email });
      await limitAttempts("outreach", { account: memberId, recipient: email });
      await askToVerifyAgain(db, memberId, now());
    },

    verifyEmail,
  };
}
