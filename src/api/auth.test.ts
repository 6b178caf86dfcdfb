import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { firebaseSite } from "#test/firebase-refusals.ts";
import { attemptsFor, authFor, makeIn, type Make } from "#test/make.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

/** The API where each address, and each account, may try once. */
function strict(): Call {
  const once = { most: 1, seconds: 60 };
  const attempts = attemptsFor(make.db, { sign_in: { address: once, account: once } });
  return callerOf({ ...make, limitAttempts: attempts.limitAttempts, auth: authFor(make.db, { attempts }) });
}

const path = "/auth/sign-in/email";
const foreign = { origin: "https://evil.example", "content-type": "application/json" };
const codeOf = async (answer: ReturnType<Call>) => (await answer).body.code;

describe("a call below /auth", () => {
  it("is asked first whether it exists, then where it comes from, how often, and what it says", async () => {
    expect(await codeOf(firebaseSite(make)("POST", path, { body: "{", headers: foreign }))).toBe("no_such_call");
    const call = strict();
    // What another site sends uses nothing up.
    for (let time = 0; time < 2; time++)
      expect(await codeOf(call("POST", path, { body: "{", headers: foreign }))).toBe("untrusted_origin");
    const own = { body: "{", headers: { "content-type": "application/json" } };
    expect(await codeOf(call("POST", path, own))).toBe("invalid_json");
    expect(await codeOf(call("POST", path, own))).toBe("too_many_attempts");
  });

  it("counts against an account only what could be tried", async () => {
    const attempts = attemptsFor(make.db, { sign_in: { address: null, account: { most: 1, seconds: 60 } } });
    const call = callerOf({ ...make, auth: authFor(make.db, { attempts }) });
    const { member } = await make.signedIn();
    const json = { email: member.email };
    expect(await codeOf(call("POST", path, { json }))).toBe("invalid");
    expect(await codeOf(call("POST", path, { json: { ...json, password: "Wrong1" } }))).toBe("invalid_credentials");
    expect(await codeOf(call("POST", path, { json: { ...json, password: "Gannet" } }))).toBe("too_many_attempts");
  });

  it("has to have a body where it takes one, and says that it is JSON", async () => {
    const call = callerOf(make);
    for (const name of ["sign-up/email", "sign-in/email", "change-password", "update-user"])
      expect(await codeOf(call("POST", `/auth/${name}`))).toBe("invalid_json");
    expect((await call("POST", "/auth/sign-out", { headers: { "content-type": "text/plain" } })).status).toBe(200);
  });
});
