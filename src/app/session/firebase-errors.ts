import { isMessageKey, say } from "#messages/say.ts";

import { type FirebaseCode, Refusal } from "./refusal.ts";

/** Codes that mean the same to a reader as another code. */
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
 * Turns an error of the SDK into a refusal with its code, without `auth/`, and a sentence of ours (specification 8). An
 * unknown code becomes an internal error. A refusal, and any error from elsewhere, is returned unchanged.
 */
export function refusalOf(error: unknown): unknown {
  const code = codeOf(error);
  if (code === null || error instanceof Refusal) return error;
  const known = sameAs[code] ?? code;
  return refusal(hasSentence(known) ? known : "internal-error");
}

/** The refusal if the SDK itself could not be loaded. */
export const networkFailed = () => refusal("network-request-failed");

const refusal = (code: FirebaseCode) => new Refusal({ code, message: say(`firebase.${code}`) });

const hasSentence = (code: string): code is FirebaseCode => isMessageKey(`firebase.${code}`);

const codeOf = (error: unknown): string | null => {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && code.startsWith("auth/") ? code.slice("auth/".length) : null;
};
