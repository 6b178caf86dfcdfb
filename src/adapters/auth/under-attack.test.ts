import { createHook } from "node:async_hooks";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { callerOf, outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, authFor, cookieOf, makeIn, type Make } from "#test/make.ts";
import { withSlowHashes } from "#test/setup/hashes.ts";
import { hashesWaitingMax } from "./password.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const logIn = (email: string, password: string, cookie = "") =>
  make.authCall("POST", "sign-in/email", { body: { email, password }, cookie });
const sessions = async () => (await sql<{ id: string }>`select id from sessions`.execute(make.db)).rows;

describe("finding out which addresses have an account", () => {
  it("fails when logging in: each answer is the same, and takes one hash", async () => {
    const { member } = await make.signedIn();
    const google = await make.member({ email: "google@example.org" });
    const withoutAccount = await make.member();
    await sql`insert into accounts (id, member_id, account_id, provider_id)
      values (${newId()}, ${google.id}, 'some-subject', 'google')`.execute(make.db);

    for (const email of [member.email, google.email, withoutAccount.email, "nobody@example.org"]) {
      const { hashes, result } = await countHashes(() => logIn(email, "Wrong1").catch((failure: unknown) => failure));
      expect(result, email).toMatchObject({ code: "invalid_credentials", fields: [], retryAfter: null });
      expect(hashes, email).toBe(1);
    }
    const { hashes } = await countHashes(() => logIn(member.email, "Gannet"));
    expect(hashes).toBe(1);
  });

  it("fails when registering: a taken e-mail takes one hash, like a new one", async () => {
    const { member } = await make.signedIn();
    for (const email of [member.email, "new@example.org"]) {
      const body = { name: "Amina", image: "https://example.org/me.jpg", email, password: "Gannet" };
      const { hashes } = await countHashes(() => make.authCall("POST", "sign-up/email", { body }).catch(() => null));
      expect(hashes, email).toBe(1);
    }
  });
});

describe("a flood of log-ins", () => {
  it("is refused beyond the queue, with a time to retry, and does not count as attempts", async () => {
    const account = { most: 1000, seconds: 600 };
    const attempts = attemptsFor(make.db, { sign_in: { address: null, account } });
    const call = callerOf({ ...make, auth: authFor(make.db, { attempts }) });
    const email = "owner@example.org";
    const answers = await withSlowHashes(() =>
      Promise.all(
        Array.from({ length: hashesWaitingMax + 40 }, () =>
          call("POST", "/auth/sign-in/email", { json: { email, password: "Wrong1" } }),
        ),
      ),
    );
    const codes = answers.map(({ body }) => body.code as string);
    const refused = codes.filter((code) => code === "invalid_credentials").length;
    expect(new Set(codes)).toEqual(new Set(["invalid_credentials", "too_busy"]));
    expect(refused).toBeGreaterThanOrEqual(hashesWaitingMax);
    const turnedAway = answers.find(({ status }) => status === 503);
    expect(turnedAway?.headers.get("retry-after")).toBe("5");
    expect(turnedAway?.body.message).toBe("Many people are logging in right now. Please try again in 5 seconds.");
    const { rows } = await sql<{ n: number }>`select n from attempts`.execute(make.db);
    expect(rows).toEqual([{ n: refused }]);
  });
});

describe("an issued token", () => {
  it("is refused at once after logging out, on every instance", async () => {
    const { token, cookie, member } = await make.signedIn();
    const elsewhere = authFor(make.db);
    expect(await elsewhere.identify(token)).toEqual(member);
    await make.authCall("POST", "sign-out", { cookie, body: {} });
    expect(await make.auth.identify(token)).toBeNull();
    expect(await elsewhere.identify(token)).toBeNull();
    await expect(make.authCall("GET", "token", { cookie })).rejects.toMatchObject({ code: "sign_in_required" });
  });

  it("ends with its own session only", async () => {
    const { token, cookie, member } = await make.signedIn();
    const other = cookieOf(await logIn(member.email, "Gannet"));
    const otherToken = await make.token(other);
    await make.authCall("POST", "sign-out", { cookie, body: {} });
    expect(await make.auth.identify(token)).toBeNull();
    expect(await make.auth.identify(otherToken)).toEqual(member);
  });

  it("is refused at once after a new password, as is every session", async () => {
    const { token, member } = await make.signedIn();
    await make.mails();
    await make.authCall("POST", "request-password-reset", { body: { email: member.email } });
    const links = (await make.mails()).flatMap((mail) => mail.links);
    const body = {
      token: links.find((link) => link.includes("/reset-password#"))?.split("#")[1],
      newPassword: "Another1",
    };
    await make.authCall("POST", "reset-password", { body });
    expect(await make.auth.identify(token)).toBeNull();
    expect(await outcomeOf(logIn(member.email, "Gannet"))).toBe("invalid_credentials");
    expect(await outcomeOf(logIn(member.email, "Another1"))).toBe("done");
  });

  it("is refused when the member logs that device out, or changes the password, on another device", async () => {
    for (const [call, body] of [
      ["revoke-other-sessions", {}],
      ["change-password", { currentPassword: "Gannet", newPassword: "Another1" }],
    ] as const) {
      const { token, member } = await make.signedIn();
      const here = cookieOf(await logIn(member.email, "Gannet"));
      const hereToken = await make.token(here);
      await make.authCall("POST", call, { body, cookie: here });
      expect(await make.auth.identify(token), call).toBeNull();
      expect(await make.auth.identify(hereToken), call).toEqual(member);
    }
  });

  it("is refused when the account is deleted", async () => {
    const { token, member } = await make.signedIn();
    await make.db.deleteFrom("members").where("id", "=", member.id).execute();
    expect(await make.auth.identify(token)).toBeNull();
  });
});

describe("planting a session on a member", () => {
  it("fails: logging in begins a new session, and ends the planted one", async () => {
    const attacker = await make.signedIn();
    const victim = await make.signedIn();
    const answer = await logIn(victim.member.email, "Gannet", attacker.cookie);
    const cookie = cookieOf(answer);
    expect(cookie).not.toBe(attacker.cookie);
    expect(cookie).not.toBe(victim.cookie);
    expect(await make.auth.identify(await make.token(cookie))).toEqual(victim.member);
    expect(await make.auth.identify(attacker.token)).toBeNull();
    // The victim's session on another device lives on.
    expect(await make.auth.identify(victim.token)).toEqual(victim.member);
    expect(await sessions()).toHaveLength(2);
  });

  it("fails with a made-up cookie, which is never adopted", async () => {
    const { member } = await make.signedIn();
    const made = "goodturn.session_token=planted.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D";
    const cookie = cookieOf(await logIn(member.email, "Gannet", made));
    expect(cookie).not.toContain("planted");
    const session = await make.authCall("GET", "get-session", { cookie: made });
    expect(await session.json()).toBeNull();
  });

  it("fails at registration too, which ends the old session", async () => {
    const old = await make.signedIn();
    const body = { name: "New", image: "https://example.org/me.jpg", email: "new@example.org", password: "Gannet" };
    await make.authCall("POST", "sign-up/email", { body, cookie: old.cookie });
    expect(await make.auth.identify(old.token)).toBeNull();
  });

  it("fails, but a failed log-in keeps the current session", async () => {
    const { member, cookie, token } = await make.signedIn();
    expect(await outcomeOf(logIn(member.email, "Wrong1", cookie))).toBe("invalid_credentials");
    expect(await make.auth.identify(token)).toEqual(member);
  });
});

describe("sending a form from another site", () => {
  const calls = ["sign-up/email", "sign-in/email", "sign-out", "update-user"];

  it.each(calls)("is refused: POST %s", async (call) => {
    const { cookie, token } = await make.signedIn();
    const json = { cookie, "content-type": "application/json" };
    expect(await send(call, { ...json, origin: "https://evil.example" })).toBe("untrusted_origin");
    expect(await send(call, { ...json, origin: "null" })).toBe("untrusted_origin");
    expect(await send(call, { ...json, "sec-fetch-site": "cross-site" })).toBe("untrusted_origin");
    expect(await send(call, { ...json, origin: "http://localhost", "sec-fetch-site": "same-site" })).toBe(
      "untrusted_origin",
    );
    expect(await make.auth.identify(token)).not.toBeNull();
  });

  it.each([
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/plain",
    "text/plain;application/json",
    "",
  ])("is rejected as invalid JSON when sent as %o", async (type) => {
    const { cookie } = await make.signedIn();
    for (const call of calls.filter((name) => name !== "sign-out")) {
      expect(await send(call, { cookie, "content-type": type })).toBe("invalid_json");
    }
  });
});

/** Sends a call with these headers. */
function send(call: string, headers: Record<string, string>) {
  const request = new Request(`http://localhost/api/auth/${call}`, { method: "POST", headers, body: "{}" });
  return outcomeOf(make.auth.handle(request, "192.0.2.1"));
}

/** Counts the argon2 hashes that Node makes during an action, by Node's own hooks. */
async function countHashes<Result>(deed: () => Promise<Result>) {
  let hashes = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === "ARGON2REQUEST") hashes++;
    },
  }).enable();
  try {
    const result = await deed();
    return { result, hashes };
  } finally {
    hook.disable();
  }
}
