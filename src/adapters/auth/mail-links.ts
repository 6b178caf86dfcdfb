import { randomBytes } from "node:crypto";
import type { Database } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import type { MailLink } from "#domain/identity.ts";
import type { BetterAuth } from "./better-auth.ts";
import { dropResetLinks, tellOfNewEmail } from "./mail-tasks.ts";

const minute = 60_000;

/** For how long each kind of link works, in milliseconds. A new password is asked for now; a mail may lie until tomorrow. */
const lifetimes: Record<MailLink["purpose"], number> = {
  "reset-password": 60 * minute,
  "verify-email": 24 * 60 * minute,
  "change-email": 24 * 60 * minute,
};

type Parts = { db: Database; betterAuth: BetterAuth; now: () => Date };

/**
 * Links in mails. The secret of each is random, works once, and is kept as a hash only (Better Auth's `verifications`); it
 * stands behind the `#` of the address, which browsers send to no server and servers write to no log.
 */
export function mailLinks({ db, betterAuth, now }: Parts) {
  /** `AuthProvider.makeLink`. */
  async function makeLink({ purpose, memberId, email }: MailLink): Promise<string> {
    const secret = randomBytes(24).toString("base64url");
    const { internalAdapter } = await betterAuth.$context;
    await internalAdapter.createVerificationValue({
      identifier: `${purpose}:${secret}`,
      // Better Auth reads its own kind, and wants no more than whose it is.
      value: purpose === "reset-password" ? memberId : JSON.stringify({ memberId, email }),
      expiresAt: new Date(now().getTime() + lifetimes[purpose]),
    });
    return purpose === "reset-password" ? `/reset-password#${secret}` : `/confirm-email#${purpose}.${secret}`;
  }

  /** Confirms the address that a link was mailed to, or makes it the member's own. @throws Failure link_used, email_taken */
  async function verifyEmail({ token }: { token: string }): Promise<void> {
    const [purpose, secret] = token.split(".");
    if (purpose !== "verify-email" && purpose !== "change-email") throw new Failure("link_used");
    const { internalAdapter } = await betterAuth.$context;
    const kept = await internalAdapter.consumeVerificationValue(`${purpose}:${secret}`);
    if (!kept || kept.expiresAt <= now()) throw new Failure("link_used");
    const { memberId, email } = JSON.parse(kept.value) as { memberId: string; email: string };
    await (purpose === "verify-email" ? verify(memberId, email) : change(memberId, email));
  }

  async function verify(memberId: string, email: string): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable("members")
      .set({ email_verified: true, updated_at: now() })
      .where("id", "=", memberId)
      // It proves the address that it was mailed to, which may not be the member's any more.
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new Failure("link_used");
  }

  async function change(memberId: string, email: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const member = await tx
        .selectFrom("members")
        .select("email")
        .where("id", "=", memberId)
        .forUpdate()
        .executeTakeFirst();
      if (!member) throw new Failure("link_used");
      const taken = await tx.selectFrom("members").select("id").where("email", "=", email).executeTakeFirst();
      if (taken) throw new Failure("email_taken");
      await tx
        .updateTable("members")
        .set({ email, email_verified: true, updated_at: now() })
        .where("id", "=", memberId)
        .execute();
      // Those that were mailed to the old address.
      await dropResetLinks(tx, memberId);
      await tellOfNewEmail(tx, memberId, member.email, now());
    });
  }

  return { makeLink, verifyEmail };
}
