import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const email = "amina@example.org";
const ask = (address: string) => make.authCall("POST", "request-password-reset", { body: { email: address } });
const reset = (token: string, newPassword = "Another1") =>
  make.authCall("POST", "reset-password", { body: { token, newPassword } });
const check = (token: string) => make.authCall("POST", "reset-password/check", { body: { token } });
const logIn = (password: string) => make.authCall("POST", "sign-in/email", { body: { email, password } });
/** The secret in the link of the only mail with this subject. */
const secretIn = (mails: Awaited<ReturnType<Make["mails"]>>, subject: string) => {
  const links = mails.filter((mail) => mail.subject === subject).flatMap((mail) => mail.links);
  expect(links).toHaveLength(1);
  return links[0]?.split("#")[1] ?? "";
};
const resetSecret = async () => {
  await ask(email);
  return secretIn(await make.mails(), "Choose a new password");
};
const verified = async () => (await make.db.selectFrom("members").select(["email", "email_verified"]).execute())[0];
const later = (hours: number) =>
  sql`update mail_links set expires_at = expires_at - make_interval(mins => ${hours * 60})`.execute(make.db);

describe("POST /api/auth/request-password-reset", () => {
  it("mails a link to members, in text and HTML", async () => {
    const { member } = await make.signedIn({ email, name: "Amina <b>" });
    await make.proven(member);
    await make.mails();
    await ask(" Amina@Example.org ");
    const [mail, ...others] = await make.mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: email, from: "hello@goodturn.example", subject: "Choose a new password" });
    expect(mail?.links[0]).toMatch(/^https:\/\/goodturn\.example\/reset-password#[\w-]{32}$/);
    expect(mail?.html).toContain(`href="${mail?.links[0]}"`);
    expect(mail?.html).toContain("Hello Amina &lt;b&gt;,");
    expect(mail?.text).toContain("for one hour");
  });

  it("answers the same for an address without an account, and mails nothing", async () => {
    await make.signedIn({ email });
    await make.mails();
    const answers = await Promise.all([ask(email), ask("nobody@example.org")]);
    const told = await Promise.all(
      answers.map(async (answer) => [answer.status, [...answer.headers], await answer.text()]),
    );
    expect(told[0]).toEqual(told[1]);
    expect((await make.mails()).map(({ to }) => to)).toEqual([email]);
  });

  it("stores no secret in the outbox or the table of links", async () => {
    await make.signedIn({ email });
    const secret = await resetSecret();
    const { rows } = await sql<object>`select * from mail_links`.execute(make.db);
    const outbox = await make.db.selectFrom("outbox").selectAll().execute();
    expect(JSON.stringify([rows, outbox])).not.toContain(secret);
  });
});

describe("POST /api/auth/reset-password", () => {
  it("sets the password, ends every session, confirms the address and tells its owner", async () => {
    const { cookie } = await make.signedIn({ email, password: "Gannet" });
    await make.mails();
    expect((await reset(await resetSecret())).status).toBe(200);
    expect(await (await make.authCall("GET", "get-session", { cookie })).json()).toBe(null);
    await expect(logIn("Gannet")).rejects.toMatchObject({ code: "invalid_credentials" });
    expect((await logIn("Another1")).status).toBe(200);
    expect(await verified()).toEqual({ email, email_verified: true });
    expect((await make.mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [email, "Your password was changed"],
    ]);
  });

  it("works once, for one hour, and ends older links", async () => {
    await make.signedIn({ email });
    await make.mails();
    const [first, second] = [await resetSecret(), await resetSecret()];
    await reset(second);
    for (const used of [second, first]) await expect(reset(used)).rejects.toMatchObject({ code: "link_used" });

    await make.mails();
    const old = await resetSecret();
    await later(1);
    await expect(reset(old)).rejects.toMatchObject({ code: "link_used" });
    await expect(logIn("Another1")).resolves.toMatchObject({ status: 200 });
  });

  it("lets only one of two concurrent calls with one link set a password", async () => {
    await make.signedIn({ email });
    await make.mails();
    const secret = await resetSecret();
    const results = await Promise.allSettled(["Another1", "Another2"].map((password) => reset(secret, password)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("rejects a password that breaks the rules, and keeps the link", async () => {
    await make.signedIn({ email });
    await make.mails();
    const secret = await resetSecret();
    await expect(reset(secret, "alllower")).rejects.toMatchObject({
      code: "invalid",
      fields: [{ path: "newPassword", rule: "rule.password.uppercase" }],
    });
    expect((await reset(secret)).status).toBe(200);
  });

  it("gives a password to members without one, such as those from elsewhere", async () => {
    await make.member({ email });
    expect((await reset(await resetSecret())).status).toBe(200);
    expect((await logIn("Another1")).status).toBe(200);
  });
});

describe("POST /api/auth/reset-password/check", () => {
  it("tells whether a link works, and nothing else, and does not use it up", async () => {
    await make.signedIn({ email });
    await make.mails();
    const secret = await resetSecret();
    for (const answer of [await check(secret), await check(secret)])
      expect(await answer.json()).toEqual({ status: true });
    expect((await reset(secret)).status).toBe(200);
  });

  it("rejects a used, expired, foreign or invalid link alike", async () => {
    const { member } = await make.signedIn({ email });
    await make.mails();
    const used = await resetSecret();
    await reset(used);
    await make.mails();
    const old = await resetSecret();
    await later(1);
    const link = await make.auth.makeLink({ purpose: "change-email", memberId: member.id, email: "new@example.org" });
    for (const secret of [used, old, link?.split(".").at(-1) ?? "", "x", ""])
      await expect(check(secret)).rejects.toMatchObject({ code: "link_used" });
  });
});

describe("an account with an unconfirmed address", () => {
  it("belongs to its owner alone after a reset: all other ways to log in are removed", async () => {
    const attacker = await make.signedIn({ email, password: "Attack1" });
    await sql`insert into accounts (id, member_id, account_id, provider_id)
      values (${newId()}, ${attacker.member.id}, 'somebody', 'firebase')`.execute(make.db);
    await make.mails();
    await reset(await resetSecret());
    const { rows } = await sql`select provider_id, proven from accounts`.execute(make.db);
    expect(rows).toEqual([{ provider_id: "credential", proven: true }]);
    expect(await (await make.authCall("GET", "get-session", { cookie: attacker.cookie })).json()).toBeNull();
  });

  it("keeps its other ways to log in if the address was confirmed", async () => {
    const { member } = await make.signedIn({ email });
    await sql`insert into accounts (id, member_id, account_id, provider_id)
      values (${newId()}, ${member.id}, 'me', 'google')`.execute(make.db);
    await sql`update members set email_verified = true`.execute(make.db);
    await make.mails();
    await reset(await resetSecret());
    const { rows } = await sql`select provider_id from accounts order by 1`.execute(make.db);
    expect(rows).toEqual([{ provider_id: "credential" }, { provider_id: "google" }]);
  });
});
