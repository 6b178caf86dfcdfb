import { beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, authFor, makeIn, type Make, type TestAuth } from "#test/make.ts";
import type { AttemptLimits } from "./attempts.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const authWith = (limits: Partial<AttemptLimits>) => authFor(make.db, { attempts: attemptsFor(make.db, limits) });
const perAccount = (most: number) => ({ sign_in: { address: null, account: { most, seconds: 300 } } });

type Wishes = { auth: TestAuth; cookie?: string; address?: string };

/** Calls the provider from any network address, with any cookie. @throws Failure */
function ask(call: string, input: object, { auth, cookie = "", address = "192.0.2.1" }: Wishes) {
  const headers = { "content-type": "application/json", cookie };
  const init = { method: "POST", headers, body: JSON.stringify(input) };
  return auth.handle(new Request(`http://localhost/api/auth/${call}`, init), address);
}

const logIn = (email: string, password: string, wishes: Wishes) => ask("sign-in/email", { email, password }, wishes);
const reset = (email: string, auth: TestAuth, last: number) =>
  outcomeOf(ask("request-password-reset", { email }, { auth, address: `192.0.2.${last}` }));

describe("guessing one account's password", () => {
  it("is blocked after a number of failures from any address, even with the right password", async () => {
    const { member } = await make.signedIn();
    const auth = authWith(perAccount(3));
    const attempt = (password: string, last: number) =>
      outcomeOf(logIn(member.email.toUpperCase(), password, { auth, address: `192.0.2.${last}` }));
    for (const last of [1, 2, 3]) expect(await attempt("Wrong1", last)).toBe("invalid_credentials");
    expect(await attempt("Wrong1", 4)).toBe("too_many_attempts");
    expect(await attempt("Gannet", 5)).toBe("too_many_attempts");
  });

  it("gets the same answers for an e-mail without an account", async () => {
    const auth = authWith(perAccount(1));
    expect(await outcomeOf(logIn("nobody@example.org", "Wrong1", { auth }))).toBe("invalid_credentials");
    expect(await outcomeOf(logIn("nobody@example.org", "Wrong1", { auth }))).toBe("too_many_attempts");
  });

  it("is limited exactly for 40 concurrent guesses over two instances", async () => {
    const { member } = await make.signedIn();
    const instances = [authWith(perAccount(5)), authWith(perAccount(5))];
    const guesses = Array.from({ length: 40 }, (_, number) =>
      outcomeOf(logIn(member.email, `Wrong${number}`, { auth: instances[number % 2]! })),
    );
    const outcomes = await Promise.all(guesses);
    expect(outcomes.filter((code) => code === "invalid_credentials")).toHaveLength(5);
    expect(outcomes.filter((code) => code === "too_many_attempts")).toHaveLength(35);
  });

  it("does not count successful log-ins", async () => {
    const { member } = await make.signedIn();
    const auth = authWith(perAccount(2));
    for (let time = 0; time < 5; time++) expect(await outcomeOf(logIn(member.email, "Gannet", { auth }))).toBe("done");
    expect(await outcomeOf(logIn(member.email, "Wrong1", { auth }))).toBe("invalid_credentials");
    expect(await outcomeOf(logIn(member.email, "Gannet", { auth }))).toBe("done");
  });

  it("never locks out the owner on a device that was logged in before", async () => {
    const { member } = await make.signedIn();
    const other = await make.signedIn();
    const auth = authWith(perAccount(2));
    const device = (await logIn(member.email, "Gannet", { auth })).headers.getSetCookie()[1]?.split(";")[0] ?? "";
    expect(device).toMatch(/^goodturn\.device=[\w-]+\.[\w-]+$/);
    for (let time = 0; time < 3; time++) await outcomeOf(logIn(member.email, "Wrong1", { auth }));

    expect(await outcomeOf(logIn(member.email, "Gannet", { auth }))).toBe("too_many_attempts");
    expect(await outcomeOf(logIn(member.email, "Gannet", { auth, cookie: device }))).toBe("done");
    // The device cookie allows no additional guesses, and works for no other account; a made-up one does not work at
    // all.
    const outcomes = [];
    for (let time = 0; time < 3; time++)
      outcomes.push(await outcomeOf(logIn(member.email, "Wrong1", { auth, cookie: device })));
    expect(outcomes).toEqual(["invalid_credentials", "invalid_credentials", "too_many_attempts"]);
    for (let time = 0; time < 2; time++) await outcomeOf(logIn(other.member.email, "Wrong1", { auth }));
    expect(await outcomeOf(logIn(other.member.email, "Gannet", { auth, cookie: device }))).toBe("too_many_attempts");
    for (const cookie of ["goodturn.device=a.b", "goodturn.device=.", `${device}x`, device.replace("=", "=x")]) {
      expect(await outcomeOf(logIn(member.email, "Gannet", { auth, cookie }))).toBe("too_many_attempts");
    }
  });
});

describe("guessing the password in a session that was left open", () => {
  it("is blocked after a number of failures by either call, and does not block logging in", async () => {
    const { member, cookie } = await make.signedIn();
    const auth = authWith(perAccount(2));
    const change = (currentPassword: string) =>
      outcomeOf(ask("change-password", { currentPassword, newPassword: "Another1" }, { auth, cookie }));
    const move = (password: string) =>
      outcomeOf(ask("change-email", { password, newEmail: "evil@example.org" }, { auth, cookie }));
    expect([await change("Wrong1"), await move("Wrong1")]).toEqual(["invalid", "invalid"]);
    expect([await change("Gannet"), await move("Gannet")]).toEqual(["too_many_attempts", "too_many_attempts"]);
    expect(await outcomeOf(logIn(member.email, "Gannet", { auth }))).toBe("done");
  });

  it("does not count changes with the right password", async () => {
    const { cookie } = await make.signedIn();
    const auth = authWith(perAccount(1));
    for (const [currentPassword, newPassword] of [
      ["Gannet", "Another1"],
      ["Another1", "Gannet"],
    ]) {
      expect(await outcomeOf(ask("change-password", { currentPassword, newPassword }, { auth, cookie }))).toBe("done");
    }
  });
});

describe("flooding a mailbox", () => {
  const limits = { mail: { address: { most: 4, seconds: 600 }, account: { most: 2, seconds: 3600 } } };
  it("is blocked after a number of mails to one address, known or not, from any network address", async () => {
    const { member } = await make.signedIn();
    const auth = authWith(limits);
    for (const email of [member.email, "nobody@example.org"]) {
      const outcomes = [];
      for (const last of [1, 2, 3]) outcomes.push(await reset(email, auth, last));
      expect(outcomes).toEqual(["done", "done", "too_many_attempts"]);
    }
  });

  it("is blocked after a number of mails requested by one network address", async () => {
    const auth = authWith(limits);
    const outcomes = [];
    for (const name of ["a", "b", "c", "d", "e"]) {
      outcomes.push(await reset(`${name}@example.org`, auth, 1));
    }
    expect(outcomes).toEqual(["done", "done", "done", "done", "too_many_attempts"]);
  });

  it("counts mails that members send to their new address", async () => {
    const auth = authWith(limits);
    const outcomes = [];
    for (const last of [1, 2, 3]) {
      const { cookie } = await make.signedIn();
      const input = { newEmail: "somebody@example.org", password: "Gannet" };
      outcomes.push(await outcomeOf(ask("change-email", input, { auth, cookie, address: `192.0.2.${last}` })));
    }
    expect(outcomes).toEqual(["done", "done", "too_many_attempts"]);
  });

  it("counts repeated mails to a member's own address", async () => {
    const { member, cookie } = await make.signedIn();
    const auth = authWith(limits);
    const again = () => outcomeOf(ask("send-verification-email", {}, { auth, cookie }));
    expect([await again(), await reset(member.email, auth, 2), await again()]).toEqual([
      "done",
      "done",
      "too_many_attempts",
    ]);
  });
});
