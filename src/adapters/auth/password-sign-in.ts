import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, newId } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import type { Caller, PasswordSignIn } from "#domain/identity.ts";
import { passwordMax } from "#domain/members/rules.ts";
import type { LoginInput, RegisterInput } from "#domain/members/shapes.ts";
import type { Attempts } from "./attempts.ts";
import type { BetterAuth } from "./better-auth.ts";
import { by } from "./better-auth-calls.ts";
import { limitConcurrency } from "./concurrency.ts";
import type { knownDevices } from "./known-device.ts";
import { refuseEasyPassword } from "./easy-passwords.ts";
import { askForReset, askToVerify, askToVerifyWithJoin } from "./mail-tasks.ts";
import { hashesWaitingMax, hashPassword, verifyPassword } from "./password.ts";
import type { createSessions } from "./sessions.ts";

/**
 * The minimum time of a failed log-in, in milliseconds. It costs one hash with or without an account, but with an
 * account more data are read, and the time must not reveal that.
 */
const refusalTime = 100;

/**
 * Limits concurrent log-ins and the like. Hashing makes them wait anyway; if a crowd's all began at once, they would
 * block the event loop for a while.
 */
const whenFree = limitConcurrency(4, hashesWaitingMax);

type Parts = {
  db: Database;
  betterAuth: BetterAuth;
  attempts: Attempts;
  devices: ReturnType<typeof knownDevices>;
  beginSession: ReturnType<typeof createSessions>["beginSession"];
  checkReset: PasswordSignIn["checkReset"];
  reset: PasswordSignIn["reset"];
  now: () => Date;
};

/**
 * Accounts with a password. Better Auth begins their sessions. Its own calls for registering and logging in have a
 * different rule for addresses, and would reject some that `EmailAddress` accepts.
 */
export function passwordSignIn({
  db,
  betterAuth,
  attempts,
  devices,
  beginSession,
  checkReset,
  reset,
  now,
}: Parts): PasswordSignIn {
  const { api } = betterAuth;
  const { limitAttempts, forgiveAttempt } = attempts;
  const begin = (caller: Caller, memberId: string) => api.beginSession({ body: { memberId }, ...by(caller) });

  return {
    async signUp(caller, input) {
      await refuseEasyPassword(input.password, input, "password");
      const signUp = async () => begin(caller, await makeMember(db, input, now()));
      return whenFree(() => beginSession(caller, signUp));
    },

    async signIn(caller, input) {
      // Counted before the password is checked, so that many at once are all counted.
      const account = devices.attemptsKey(caller, input.email);
      await limitAttempts("sign_in", { account });
      const begun = performance.now();
      try {
        const signIn = async () => begin(caller, await memberOf(db, input));
        const signedIn = await whenFree(() => beginSession(caller, signIn, input.email));
        await forgiveAttempt("sign_in", account);
        return signedIn;
      } catch (error) {
        // The password was not checked, and a flood must not use up the owner's attempts.
        if (error instanceof Failure && error.code === "too_busy") await forgiveAttempt("sign_in", account);
        await pause(Math.max(0, begun + refusalTime - performance.now()));
        throw error;
      }
    },

    async requestReset({ email }) {
      await limitAttempts("mail", { account: email });
      await askForReset(db, email, now());
    },

    checkReset,
    reset: (input) => whenFree(() => reset(input)),
  };
}

/**
 * Creates a member and their password; both or neither. The hash is made before the transaction, because within it the
 * embedded database's only connection would be blocked.
 * @throws Failure email_taken
 */
async function makeMember(db: Database, input: RegisterInput, now: Date): Promise<string> {
  const { name, image, email, password, joinsNext = false } = input;
  const hash = await hashPassword(password);
  const id = newId();
  await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows: made } = await tx
      .insertInto("members")
      .values({ id, name, email, email_verified: false, image })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .executeTakeFirstOrThrow();
    if (made === 0n) throw new Failure("email_taken");
    await sql`insert into accounts (id, member_id, account_id, provider_id, password, created_at, updated_at)
      values (${newId()}, ${id}, ${id}, 'credential', ${hash}, ${now}, ${now})`.execute(tx);
    await (joinsNext ? askToVerifyWithJoin : askToVerify)(tx, id, now);
  });
  return id;
}

/**
 * Returns the member with an address and a password. An unknown address costs one hash too.
 * @throws Failure invalid_credentials
 */
async function memberOf(db: Database, { email, password }: LoginInput): Promise<string> {
  const { rows } = await sql<{ id: string; hash: string }>`
    select members.id, password as hash from members join accounts on member_id = members.id
    where email = ${email} and provider_id = 'credential' and password is not null`.execute(db);
  const [found] = rows;
  // No stored password is longer, and hashing a long one takes longer.
  const isLong = password.length > passwordMax;
  if (!found || isLong) await hashPassword(isLong ? "" : password);
  else if (await verifyPassword({ hash: found.hash, password })) return found.id;
  throw new Failure("invalid_credentials");
}
