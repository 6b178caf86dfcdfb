import { describe, expect, it } from "vitest";
import { say } from "#messages/say.ts";
import { networkFailed, refusalOf } from "./firebase-errors.ts";
import { isRefusal, Refusal } from "./refusal.ts";

const errorOf = (code: string) => Object.assign(new Error("Firebase: …"), { code });

describe("refusalOf", () => {
  // Specification 8, and other codes that our calls can cause.
  it.each([
    "unauthorized-domain",
    "popup-blocked",
    "popup-closed-by-user",
    "cancelled-popup-request",
    "network-request-failed",
    "web-storage-unsupported",
    "invalid-api-key",
    "internal-error",
    "operation-not-supported-in-this-environment",
    "email-already-in-use",
    "invalid-credential",
    "wrong-password",
    "user-not-found",
    "too-many-requests",
    "user-disabled",
    "user-token-expired",
    "weak-password",
    "invalid-email",
    "missing-email",
    "missing-password",
    "operation-not-allowed",
    "requires-recent-login",
    "account-exists-with-different-credential",
  ])("has a sentence of ours for auth/%s", (code) => {
    const refusal = refusalOf(errorOf(`auth/${code}`)) as Refusal;
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(/^[A-Z].*\.$/);
    expect(refusal.message === say("firebase.internal-error")).toBe(code === "internal-error");
  });

  it("does not reveal whether the password or the address was wrong", () => {
    const messages = ["invalid-credential", "wrong-password", "user-not-found", "invalid-login-credentials"].map(
      (code) => (refusalOf(errorOf(`auth/${code}`)) as Refusal).message,
    );
    expect(new Set(messages)).toEqual(new Set([say("failure.invalid_credentials")]));
  });

  it("uses the built-in provider's sentences for the same errors", () => {
    expect((refusalOf(errorOf("auth/email-already-in-use")) as Refusal).message).toBe(say("failure.email_taken"));
    expect((refusalOf(errorOf("auth/invalid-email")) as Refusal).message).toBe(say("rule.email.format"));
  });

  it("treats an unknown code as an internal error, with a general sentence", () => {
    expect(refusalOf(errorOf("auth/moon-is-full"))).toMatchObject({
      code: "internal-error",
      message: say("firebase.internal-error"),
    });
  });

  it("returns errors from elsewhere unchanged", () => {
    const refusal = networkFailed();
    const bug = new TypeError("x is undefined");
    expect(refusalOf(refusal)).toBe(refusal);
    expect(refusalOf(bug)).toBe(bug);
    expect(refusalOf(errorOf("ECONNREFUSED"))).toMatchObject({ code: "ECONNREFUSED" });
    expect(isRefusal(refusal, "timeout", "network-request-failed")).toBe(true);
    expect(isRefusal(refusal, "internal-error")).toBe(false);
    expect(isRefusal(bug, "internal-error")).toBe(false);
  });
});
