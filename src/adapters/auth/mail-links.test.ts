import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { cookieOf, makeIn, type Make } from "#test/make.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const email = "amina@example.org";
const ask = (address: string) => make.authCall("POST", "request-password-reset", { body: { email: address } });
const reset = (token: string, newPassword = "Another1") =>
  make.authCall("POST", "reset-password", { body: { token, newPassword } });
const logIn = (password: string) => make.authCall("POST", "sign-in/email", { body: { email, password } });
const confirm = (token: string) => make.authCall("POST", "confirm-email", { body: { token } });
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
  sql`update verifications set expires_at = expires_at - make_interval(mins => ${hours * 60})`.execute(make.db);

describe("POST /api/auth/request-password-reset", () => {
  it("mails a link to whoever has an account, in text and HTML", async () => {
    await make.signedIn({ email, name: "Amina <b>" });
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

  it("writes no secret into the outbox or the table of links", async () => {
    await make.signedIn({ email });
    const secret = await resetSecret();
    const { rows } = await sql<object>`select * from verifications`.execute(make.db);
    const outbox = await make.db.selectFrom("outbox").selectAll().execute();
    expect(JSON.stringify([rows, outbox])).not.toContain(secret);
  });
});

describe("POST /api/auth/reset-password", () => {
  it("sets the password, ends every session, confirms the address and tells its owner", async () => {
    const { cookie } = await make.signedIn({ email, password: "Secret" });
    await make.mails();
    expect((await reset(await resetSecret())).status).toBe(200);
    expect(await (await make.authCall("GET", "get-session", { cookie })).json()).toBe(null);
    await expect(logIn("Secret")).rejects.toMatchObject({ code: "invalid_credentials" });
    expect((await logIn("Another1")).status).toBe(200);
    expect(await verified()).toEqual({ email, email_verified: true });
    expect((await make.mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [email, "Your password was changed"],
    ]);
  });

  it("works once, for one hour, and no older link works after it", async () => {
    await make.signedIn({ email });
    await make.mails();
    const [first, second] = [await resetSecret(), await resetSecret()];
    await reset(second);
    for (const used of [second, first]) await expect(reset(used)).rejects.toMatchObject({ code: "link_used" });

    const old = await resetSecret().catch(() => "");
    await later(1);
    await expect(reset(old)).rejects.toMatchObject({ code: "link_used" });
    await expect(logIn("Another1")).resolves.toMatchObject({ status: 200 });
  });

  it("lets two at once with one link choose one password", async () => {
    await make.signedIn({ email });
    await make.mails();
    const secret = await resetSecret();
    const results = await Promise.allSettled(["Another1", "Another2"].map((password) => reset(secret, password)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("refuses a password that breaks the rules, and keeps the link", async () => {
    await make.signedIn({ email });
    await make.mails();
    const secret = await resetSecret();
    await expect(reset(secret, "alllower")).rejects.toMatchObject({
      code: "invalid",
      fields: [{ path: "newPassword", rule: "rule.password.uppercase" }],
    });
    expect((await reset(secret)).status).toBe(200);
  });

  it("gives a password to whoever had none, such as a member from elsewhere", async () => {
    await make.member({ email });
    expect((await reset(await resetSecret())).status).toBe(200);
    expect((await logIn("Another1")).status).toBe(200);
  });
});

describe("POST /api/auth/confirm-email", () => {
  const subject = "Please confirm your e-mail address";

  it("confirms the address that was registered with, once", async () => {
    await make.signedIn({ email });
    expect(await verified()).toEqual({ email, email_verified: false });
    const secret = secretIn(await make.mails(), subject);
    expect((await confirm(secret)).status).toBe(200);
    expect(await verified()).toEqual({ email, email_verified: true });
    await expect(confirm(secret)).rejects.toMatchObject({ code: "link_used" });
  });

  it("is for a day, and for the address that it was mailed to", async () => {
    await make.signedIn({ email });
    const secret = secretIn(await make.mails(), subject);
    await make.db.updateTable("members").set({ email: "other@example.org" }).execute();
    await expect(confirm(secret)).rejects.toMatchObject({ code: "link_used" });
    await expect(confirm("reset-password.x")).rejects.toMatchObject({ code: "link_used" });

    await make.signedIn({ email });
    const late = secretIn(await make.mails(), subject);
    await later(24);
    await expect(confirm(late)).rejects.toMatchObject({ code: "link_used" });
  });

  it("is mailed again to whoever asks, until it is confirmed", async () => {
    const { cookie } = await make.signedIn({ email });
    await make.mails();
    await make.authCall("POST", "send-verification-email", { cookie });
    const secret = secretIn(await make.mails(), subject);
    await confirm(secret);
    await make.authCall("POST", "send-verification-email", { cookie });
    expect(await make.db.selectFrom("outbox").select("kind").where("done_at", "is", null).execute()).toEqual([]);
    expect(await make.mails()).toEqual([]);
    const session = await (await make.authCall("GET", "get-session", { cookie })).json();
    expect(session).toMatchObject({ user: { email, emailVerified: true } });
  });

  it("is not needed by a session that has ended", async () => {
    const answer = await make.authCall("POST", "sign-up/email", {
      body: { name: "A", image: "https://example.org/a.jpg", email, password: "Secret" },
    });
    const cookie = cookieOf(answer);
    await make.authCall("POST", "sign-out", { cookie, body: {} });
    await expect(make.authCall("POST", "send-verification-email", { cookie })).rejects.toMatchObject({
      code: "sign_in_required",
    });
  });
});
