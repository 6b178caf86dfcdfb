import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { firebaseSite } from "#test/firebase-refusals.ts";
import { attemptsFor, authFor, makeIn, type Make } from "#test/make.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

/** An API with one attempt for each address, and for each account. */
function strict(): Call {
  const once = { most: 1, seconds: 60 };
  const attempts = attemptsFor(make.db, { sign_in: { address: once, account: once } });
  return callerOf({ ...make, limitAttempts: attempts.limitAttempts, auth: authFor(make.db, { attempts }) });
}

const path = "/auth/sign-in/email";
const foreign = { origin: "https://evil.example", "content-type": "application/json" };
const codeOf = async (answer: ReturnType<Call>) => (await answer).body.code;

describe("a call below /auth", () => {
  it("checks first whether it exists, then the origin, the number of attempts, and the input", async () => {
    expect(await codeOf(firebaseSite(make)("POST", path, { body: "{", headers: foreign }))).toBe("no_such_call");
    const call = strict();
    // Requests from another site do not count as attempts.
    for (let time = 0; time < 2; time++)
      expect(await codeOf(call("POST", path, { body: "{", headers: foreign }))).toBe("untrusted_origin");
    const own = { body: "{", headers: { "content-type": "application/json" } };
    expect(await codeOf(call("POST", path, own))).toBe("invalid_json");
    expect(await codeOf(call("POST", path, own))).toBe("too_many_attempts");
  });

  it("counts only valid requests against an account", async () => {
    const attempts = attemptsFor(make.db, { sign_in: { address: null, account: { most: 1, seconds: 60 } } });
    const call = callerOf({ ...make, auth: authFor(make.db, { attempts }) });
    const { member } = await make.signedIn();
    const json = { email: member.email };
    expect(await codeOf(call("POST", path, { json }))).toBe("invalid");
    expect(await codeOf(call("POST", path, { json: { ...json, password: "Wrong1" } }))).toBe("invalid_credentials");
    expect(await codeOf(call("POST", path, { json: { ...json, password: "Gannet" } }))).toBe("too_many_attempts");
  });

  it("requires a body if it takes one, and its type must be JSON", async () => {
    const call = callerOf(make);
    for (const name of ["sign-up/email", "sign-in/email", "change-password", "update-user"])
      expect(await codeOf(call("POST", `/auth/${name}`))).toBe("invalid_json");
    expect((await call("POST", "/auth/sign-out", { headers: { "content-type": "text/plain" } })).status).toBe(200);
  });
});
