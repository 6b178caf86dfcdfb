import { setTimeout as pause } from "node:timers/promises";
import { isAPIError } from "better-auth/api";
import type { Database } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import type { PasswordSignIn } from "#domain/identity.ts";
import type { Attempts } from "./attempts.ts";
import type { BetterAuth } from "./better-auth.ts";
import { by } from "./better-auth-calls.ts";
import { limitConcurrency } from "./concurrency.ts";
import type { knownDevices } from "./known-device.ts";
import { refuseEasyPassword } from "./easy-passwords.ts";
import { askForReset } from "./mail-tasks.ts";
import { hashBefore, hashesWaitingMax } from "./password.ts";
import type { createSessions } from "./sessions.ts";

/**
 * In milliseconds. A log-in that fails is answered no sooner: it costs one hash whether or not there is such an account, but
 * with an account there is more to read, and that must not be heard either.
 */
const refusalTime = 100;

/**
 * How many log-ins and the like are under way at once. Hashing makes them wait anyway; begun all together, a crowd's would
 * keep the event loop from everybody else for a while.
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

/** Accounts with a password, which Better Auth keeps. */
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

  return {
    async signUp(caller, input) {
      await refuseEasyPassword(input.password, input, "password");
      const signUp = () =>
        api.signUpEmail({ body: input, ...by(caller) }).catch((error: unknown) => refuseTaken(error, db, input.email));
      return whenFree(() => beginSession(caller, () => hashBefore(input.password, signUp)));
    },

    async signIn(caller, input) {
      // Counted before the password is looked at, so that many at once are no more than their number.
      const account = devices.attemptsKey(caller, input.email);
      await limitAttempts("sign_in", { account });
      const begun = performance.now();
      try {
        const signIn = () => api.signInEmail({ body: input, ...by(caller) });
        const signedIn = await whenFree(() => beginSession(caller, signIn, input.email));
        await forgiveAttempt("sign_in", account);
        return signedIn;
      } catch (error) {
        // Its password was not looked at: a flood must not use up what an owner has.
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

/** Two at once with one address: the second one meets the first one's row. */
async function refuseTaken(error: unknown, db: Database, email: string): Promise<never> {
  if (!isAPIError(error) || error.body?.code !== "FAILED_TO_CREATE_USER") throw error;
  const found = await db.selectFrom("members").select("id").where("email", "=", email).executeTakeFirst();
  throw found ? new Failure("email_taken") : error;
}
