import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, authFor, makeIn, type Make } from "#test/make.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const changeEmail = (cookie: string, password = "") =>
  outcomeOf(make.authCall("POST", "change-email", { body: { newEmail: "new@example.org", password }, cookie }));
/** Moves a member's log-ins this many minutes into the past. */
const ago = (minutes: number) =>
  sql`update sessions set created_at = now() - make_interval(mins => ${minutes})`.execute(make.db);

describe("a member without a password", () => {
  it("can change the address within ten minutes of logging in, but not later", async () => {
    const { cookie, member } = await make.longAgo();
    expect(await changeEmail(cookie)).toBe("log_in_again");
    expect(await make.db.selectFrom("outbox").select("id").where("kind", "=", "change_email").execute()).toEqual([]);
    await ago(9);
    expect(await changeEmail(cookie)).toBe("done");
    expect((await make.mails()).map(({ to }) => to)).toContain("new@example.org");
    expect(member.email).not.toBe("new@example.org");
  });

  it("must have logged in recently to delete the account, however fresh the token is", async () => {
    const { cookie, token } = await make.longAgo();
    expect(await outcomeOf(make.auth.prove(token, ""))).toBe("log_in_again");
    expect(await outcomeOf(make.auth.prove(await make.token(cookie), "Gannet"))).toBe("log_in_again");
    await ago(9);
    expect(await outcomeOf(make.auth.prove(token, ""))).toBe("done");
  });
});

describe("a member with a password", () => {
  it("must enter it, even after a recent log-in, and has a limited number of attempts", async () => {
    const limited = attemptsFor(make.db, { sign_in: { address: null, account: { most: 2, seconds: 60 } } });
    const auth = authFor(make.db, { attempts: limited });
    const { token } = await make.signedIn();
    for (const [password, outcome] of [
      ["Gannet", "done"],
      ["", "invalid"],
      ["Gannet", "done"],
      ["Wrong1", "invalid"],
      ["Gannet", "too_many_attempts"],
    ] as const)
      expect(await outcomeOf(auth.prove(token, password)), password).toBe(outcome);
  });

  it("must be logged in", async () => {
    const { token, cookie } = await make.signedIn();
    await make.authCall("POST", "sign-out", { cookie, body: {} });
    expect(await outcomeOf(make.auth.prove(token, "Gannet"))).toBe("sign_in_required");
    expect(await outcomeOf(make.auth.prove("", ""))).toBe("sign_in_required");
  });
});
