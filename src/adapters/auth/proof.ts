import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import { provesFor } from "#domain/access/rules.ts";
import { Failure } from "#domain/failure.ts";
import type { Attempts } from "./attempts.ts";
import { verifyPassword } from "./password.ts";

/** The owner of a session, and the time of the log-in. */
export type Proving = { memberId: string; since: Date };

type Parts = { db: Database; attempts: Attempts; now: () => Date };

/** Lets people prove their identity again, for actions that a session left open must not allow. */
export function createProof({ db, attempts, now }: Parts) {
  /**
   * Checks a proof, with the same limit on guesses as at the log-in.
   * @param field the input's field in which a wrong password is reported
   * @returns true if the password proved it, and not the log-in
   * @throws Failure invalid, log_in_again (no password, and logged in too long ago), too_many_attempts, too_busy
   */
  async function requireProof({ memberId, since }: Proving, password: string, field = "password"): Promise<boolean> {
    const hash = await passwordOf(memberId);
    if (hash === null) {
      if (now().getTime() - since.getTime() > provesFor) throw new Failure("log_in_again");
      return false;
    }
    await attempts.limitAttempts("sign_in", { account: memberId });
    const forgive = () => attempts.forgiveAttempt("sign_in", memberId);
    const isRight = await verifyPassword({ hash, password }).catch(async (error: unknown) => {
      // Here the password was not checked.
      await forgive();
      throw error;
    });
    if (!isRight) throw new Failure("invalid", [{ path: field, rule: "rule.password.wrong" }]);
    await forgive();
    return true;
  }

  /** Returns the hash of a member's password; null if another provider is their only way in. */
  async function passwordOf(memberId: string): Promise<string | null> {
    const { rows } = await sql<{ password: string | null }>`
      select password from accounts where member_id = ${memberId} and provider_id = 'credential'`.execute(db);
    return rows[0]?.password ?? null;
  }

  return { requireProof, passwordOf };
}
export type Proof = ReturnType<typeof createProof>;
