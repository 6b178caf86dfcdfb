import { callerOf } from "./call.ts";
import { emulated, emulatorToken, startKeys } from "./id-tokens.ts";
import { attemptsFor, authFor, type Make } from "./make.ts";

/** The API of a site that uses Firebase Authentication. */
export const firebaseSite = (make: Make) => callerOf({ ...make, auth: authFor(make.db, { firebase: emulated }) });

const withToken = (claims = {}) => ({ json: { idToken: emulatorToken(claims) } });

/** Every refusal of the exchange of an ID token; `email` is an existing member's. */
export async function firebaseRefusals(make: Make, email: string) {
  const path = "/auth/sign-in/firebase";
  const broken = { body: "{", headers: { "content-type": "application/json" } };
  const call = firebaseSite(make);
  const attempts = attemptsFor(make.db, { sign_up: { address: { most: 0, seconds: 60 }, account: null } });
  const { limitAttempts } = attempts;
  const limited = callerOf({ ...make, limitAttempts, auth: authFor(make.db, { firebase: emulated }) });
  // Keys of a Google that is no longer reachable.
  const google = await startKeys();
  const signed = await (await google.rotate()).sign();
  await google.stop();
  const lost = { ...emulated, emulator: null, keysAt: google.keysAt };
  const unreachable = callerOf({ ...make, auth: authFor(make.db, { firebase: lost }) });

  return {
    invalid_json: () => call("POST", path, broken),
    id_token_invalid: () => call("POST", path, { json: { idToken: "garbage" } }),
    untrusted_origin: () => call("POST", path, { ...withToken(), headers: { origin: "https://evil.example" } }),
    no_such_call: () => callerOf(make)("POST", path, withToken()),
    account_not_linked: () => call("POST", path, withToken({ email })),
    too_large: () => call("POST", path, { json: { idToken: "x".repeat(66_000) } }),
    invalid: () => call("POST", path, { json: {} }),
    email_needed: () => call("POST", path, withToken({ email: undefined })),
    too_many_attempts: () => limited("POST", path, withToken()),
    sign_in_unreachable: () => unreachable("POST", path, { json: { idToken: signed } }),
  };
}
