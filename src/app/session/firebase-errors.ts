import { type FirebaseCode, isFirebaseCode as hasSentence, say } from "#messages/accounts-firebase.ts";

import { Refusal } from "./refusal.ts";

/** Codes that mean to a person what another one means. */
const sameAs: Readonly<Record<string, FirebaseCode>> = {
  "invalid-login-credentials": "invalid-credential",
  "api-key-not-valid.-please-pass-a-valid-api-key.": "invalid-api-key",
  "configuration-not-found": "operation-not-allowed",
  "admin-restricted-operation": "operation-not-allowed",
  "credential-already-in-use": "account-exists-with-different-credential",
  "password-does-not-meet-requirements": "weak-password",
  "quota-exceeded": "too-many-requests",
  "invalid-user-token": "user-token-expired",
  "user-cancelled": "popup-closed-by-user",
  timeout: "network-request-failed",
};

/**
 * What an error of the SDK is to a person: a refusal with its code, without `auth/`, and a sentence of ours (specification 8);
 * a code that we do not know is an internal error. A refusal stays as it is; what is no error of the SDK's is none of ours
 * to word.
 */
export function refusalOf(error: unknown): unknown {
  const code = codeOf(error);
  if (code === null || error instanceof Refusal) return error;
  const known = sameAs[code] ?? code;
  return refusal(hasSentence(known) ? known : "internal-error");
}

/** That the SDK itself could not be fetched. */
export const networkFailed = () => refusal("network-request-failed");

const refusal = (code: FirebaseCode) => new Refusal({ code, message: say(`firebase.${code}`) });

const codeOf = (error: unknown): string | null => {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && code.startsWith("auth/") ? code.slice("auth/".length) : null;
};
