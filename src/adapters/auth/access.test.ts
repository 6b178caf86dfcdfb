import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { getCalendarSecret } from "#domain/calendars/queries.ts";
import { makeCalendar } from "#domain/calendars/commands.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { cookieOf, makeIn, type Make } from "#test/make.ts";
import { withSlowHashes } from "#test/setup/hashes.ts";
import { hashesUnfinished, hashPassword } from "./password.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const email = "amina@example.org";
const post = (call: string, body: object, cookie = "") =>
  make.authCall("POST", call, { body, ...(cookie && { cookie }) });
const logIn = async (password = "Gannet") => cookieOf(await post("sign-in/email", { email, password }));
const secretOf = (mails: Awaited<ReturnType<Make["mails"]>>, path: string) =>
  mails
    .flatMap(({ links }) => links)
    .find((link) => link.includes(path))
    ?.split("#")[1] ?? "";
const isIn = async (cookie: string) => (await (await make.authCall("GET", "get-session", { cookie })).json()) !== null;

/** An account with everything pending that a former intruder could have left behind. */
async function intruded() {
  const owner = await make.signedIn({ email });
  const verify = secretOf(await make.mails(), "confirm-email");
  await sql`update members set email_verified = true`.execute(make.db);
  const calendar = await makeCalendar(make.context(owner.member));
  const intruder = await logIn();
  await post("change-email", { newEmail: "intruder@example.org", password: "Gannet" }, intruder);
  const change = secretOf(await make.mails(), "confirm-email");
  await post("request-password-reset", { email });
  const reset = secretOf(await make.mails(), "reset-password");
  // This change was requested, but not mailed yet.
  await post("change-email", { newEmail: "late@example.org", password: "Gannet" }, intruder);
  expect([verify, change, reset].every((secret) => secret.length > 30)).toBe(true);
  return { owner, intruder, verify, change, reset, calendar };
}
type Intruded = Awaited<ReturnType<typeof intruded>>;

const endings: [string, (left: Intruded) => Promise<unknown>, { calendar: boolean; keeps: boolean }][] = [
  [
    "a reset",
    async () => {
      await post("request-password-reset", { email });
      const pending = await make.db.selectFrom("outbox").select("id").where("kind", "=", "change_email").execute();
      await sql`update outbox set run_at = run_at + interval '1 hour' where kind = 'change_email' and done_at is null`.execute(
        make.db,
      );
      expect(pending.length).toBeGreaterThan(0);
      await post("reset-password", {
        token: secretOf(await make.mails(), "reset-password"),
        newPassword: "Another1",
      });
    },
    { calendar: true, keeps: false },
  ],
  [
    "a changed password",
    ({ owner }) => post("change-password", { currentPassword: "Gannet", newPassword: "Another1" }, owner.cookie),
    { calendar: false, keeps: true },
  ],
  [
    "logging out everywhere",
    ({ owner }) => post("revoke-other-sessions", {}, owner.cookie),
    { calendar: true, keeps: true },
  ],
];

describe.each(endings)("%s", (name, end, { calendar, keeps }) => {
  it("ends every other session and mailed link, and drops changes of address whose mail is not sent yet", async () => {
    const left = await intruded();
    await end(left);
    expect([await isIn(left.intruder), await isIn(left.owner.cookie)]).toEqual([false, keeps]);

    const later = new Date(Date.now() + 7_200_000);
    const mails = await make.mails(later);
    expect(mails.map(({ to }) => to)).not.toContain("late@example.org");
    // The same applies to a person who has logged in to the account again.
    const cookie = await logIn(name === "logging out everywhere" ? "Gannet" : "Another1");
    for (const token of [left.change, left.verify])
      expect(await outcomeOf(post("confirm-email", { token }, cookie))).toBe("link_used");
    expect(await outcomeOf(post("reset-password", { token: left.reset, newPassword: "Attack1" }))).toBe("link_used");
    const members = await make.db.selectFrom("members").select("email").execute();
    expect(members).toEqual([{ email }]);
  });

  it("renews the calendar's address, or keeps it", async () => {
    const left = await intruded();
    await end(left);
    const now = await getCalendarSecret(make.context(left.owner.member));
    expect(now === left.calendar).toBe(!calendar);
    expect(now).toHaveLength(43);
  });
});

describe("a changed e-mail address", () => {
  it("ends the earlier links, including one to another address, but no other member's", async () => {
    const left = await intruded();
    const other = await make.signedIn();
    const mails = await make.mails();
    const theirs = secretOf(
      mails.filter(({ to }) => to === other.member.email),
      "confirm-email",
    );
    await post("change-email", { newEmail: "mine@example.org", password: "Gannet" }, left.owner.cookie);
    const mine = (await make.mails()).filter(({ to }) => to === "mine@example.org");
    await post("confirm-email", { token: secretOf(mine, "confirm-email") }, left.owner.cookie);
    for (const token of [left.change, left.verify])
      expect(await outcomeOf(post("confirm-email", { token }, left.owner.cookie))).toBe("link_used");
    expect(await outcomeOf(post("reset-password", { token: left.reset, newPassword: "Attack1" }))).toBe("link_used");
    expect(await outcomeOf(post("confirm-email", { token: theirs }, other.cookie))).toBe("done");
  });
});

describe("an action begun before all access ended", () => {
  it("creates no link afterwards, even if its task is already running", async () => {
    const { member } = await make.signedIn({ email });
    const link = { purpose: "change-email", memberId: member.id, email: "new@example.org" } as const;
    expect(await make.auth.makeLink({ ...link, generation: 0 })).toContain("/confirm-email#");
    await sql`update members set access_generation = 1`.execute(make.db);
    expect(await make.auth.makeLink({ ...link, generation: 0 })).toBeNull();
    expect(await make.auth.makeLink({ ...link, generation: 1 })).toContain("/confirm-email#");
  });

  it("does not log a member in if access ended while the password was being verified", async () => {
    await make.signedIn({ email });
    // The log-in waits for its hash, behind all others in a crowd.
    await withSlowHashes(async () => {
      let made = 0;
      const crowd = Array.from({ length: 40 }, () => hashPassword("Another1").then(() => made++));
      const late = outcomeOf(logIn());
      while (made + hashesUnfinished() <= crowd.length) await nextTurn();
      await sql`update members set access_generation = access_generation + 1`.execute(make.db);
      expect(await late).toBe("invalid_credentials");
      await Promise.all(crowd);
    });
    const { rows } = await sql`select id from sessions`.execute(make.db);
    expect(rows).toHaveLength(1);
    expect(await outcomeOf(logIn())).toBe("done");
  });
});
