import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { hostIn, letProofAge } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf({ ...make, sendsMail: true });
});

const ask = (token?: string, site = call) => site("GET", "/host", token === undefined ? {} : { token });

/** The whole answer: status, body and headers. */
async function told(method: string, path: string, token?: string, site = call) {
  const { status, body, headers } = await site(method, path, {
    ...(token !== undefined && { token }),
    ...(method === "POST" && { json: { password: "Gannet" } }),
  });
  return JSON.stringify([status, body, [...headers]]);
}

describe("a call below /host", () => {
  it("answers hosts while their proof is not older than a quarter of an hour", async () => {
    const { token, member } = await hostIn(make, { email: "zoe@example.org" });
    const { status, body } = await ask(token);
    expect([status, body.email]).toEqual([200, "zoe@example.org"]);
    expect(Date.parse(body.until) - Date.now()).toBeGreaterThan(14 * 60_000);
    expect(Date.parse(body.until) - Date.now()).toBeLessThanOrEqual(15 * 60_000);

    await letProofAge(make, member, 14);
    expect((await ask(token)).status).toBe(200);
    await letProofAge(make, member, 16);
    expect((await ask(token)).body.code).toBe("prove_again");

    expect((await call("POST", "/host/proof", { token, json: { password: "Gannet" } })).status).toBe(200);
    expect((await ask(token)).status).toBe(200);
    await letProofAge(make, member, 16);
    expect((await ask(token)).body.code).toBe("prove_again");
  });

  it("answers all others like an unknown address", async () => {
    const { token: stranger } = await make.signedIn();
    const unconfirmed = await make.signedIn();
    make.hosts.add(unconfirmed.member.email);
    const host = await hostIn(make);
    const withoutMail = callerOf(make);
    for (const [method, path] of [
      ["GET", "/host"],
      ["POST", "/host/proof"],
      ["GET", "/host/nothing"],
    ] as const) {
      for (const token of [undefined, "forged", stranger, unconfirmed.token])
        expect(await told(method, path, token)).toBe(await told(method, "/no-such-call", token));
      expect(await told(method, path, host.token, withoutMail)).toBe(await told(method, "/no-such-call", host.token));
      expect(await told(method, path, host.token, callerOf({ ...make, sendsMail: true, hosts: new Set() }))).toBe(
        await told(method, "/no-such-call", host.token),
      );
    }
  });

  it("does not take an old log-in for a proof, whatever the token's age", async () => {
    const { member, cookie } = await hostIn(make);
    await letProofAge(make, member, 16);
    expect((await ask(await make.token(cookie))).body.code).toBe("prove_again");
    // Without a password, identity can be proved only by logging in again.
    const guest = await make.longAgo();
    make.hosts.add(guest.member.email);
    await make.proven(guest.member);
    expect((await ask(guest.token)).status).toBe(200);
    await letProofAge(make, guest.member, 16);
    expect((await call("POST", "/host/proof", { token: guest.token, json: {} })).body.code).toBe("log_in_again");
    expect((await ask(guest.token)).body.code).toBe("prove_again");
  });
});
