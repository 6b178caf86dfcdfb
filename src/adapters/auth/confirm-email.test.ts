import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, authFor, cookieOf, makeIn, type Make } from "#test/make.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const email = "amina@example.org";
const subject = "Please confirm your e-mail address";
const confirm = (token: string, cookie = "") =>
  make.authCall("POST", "confirm-email", { body: { token }, ...(cookie && { cookie }) });
const logIn = async (password = "Gannet") =>
  cookieOf(await make.authCall("POST", "sign-in/email", { body: { email, password } }));
const mailed = async (of = subject) => {
  const mail = (await make.mails()).find((each) => each.subject === of);
  return mail?.links[0]?.split("#")[1] ?? "";
};
const isVerified = async (of = email) =>
  (await make.db.selectFrom("members").select("email_verified").where("email", "=", of).executeTakeFirst())
    ?.email_verified;
const userOf = async (cookie: string) =>
  ((await (await make.authCall("GET", "get-session", { cookie })).json()) as { user: object } | null)?.user ?? null;

describe("POST /api/auth/confirm-email", () => {
  it("confirms the registered address, once, for a caller logged in to the account", async () => {
    const { cookie } = await make.signedIn({ email });
    expect(await isVerified()).toBe(false);
    const secret = await mailed();
    expect((await confirm(secret, cookie)).status).toBe(200);
    expect(await isVerified()).toBe(true);
    expect(make.announced).toEqual(["members"]);
    expect(await userOf(cookie)).toMatchObject({ email, emailVerified: true });
    await expect(confirm(secret, cookie)).rejects.toMatchObject({ code: "link_used" });
  });

  it("works on any device where the member logs in, and the link stays valid until then", async () => {
    await make.signedIn({ email });
    const secret = await mailed();
    await expect(confirm(secret)).rejects.toMatchObject({ code: "sign_in_required" });
    expect(await isVerified()).toBe(false);
    expect((await confirm(secret, await logIn())).status).toBe(200);
    expect(await isVerified()).toBe(true);
  });

  it("does not confirm another person's account for the reader of the mail", async () => {
    const attacker = await make.signedIn({ email, password: "Attack1" });
    const secret = await mailed();
    const owner = await make.signedIn({ email: "owner@example.org" });
    await expect(confirm(secret, owner.cookie)).rejects.toMatchObject({ code: "other_account" });
    await expect(confirm(secret)).rejects.toMatchObject({ code: "sign_in_required" });
    expect(await isVerified()).toBe(false);
    expect(await userOf(attacker.cookie)).toMatchObject({ emailVerified: false });
  });

  it("works for a day, and only for the address that it was mailed to", async () => {
    const { cookie } = await make.signedIn({ email });
    const secret = await mailed();
    await make.db.updateTable("members").set({ email: "other@example.org" }).execute();
    await expect(confirm(secret, cookie)).rejects.toMatchObject({ code: "link_used" });
    await expect(confirm("reset-password.x", cookie)).rejects.toMatchObject({ code: "link_used" });

    const second = await make.signedIn({ email });
    const late = await mailed();
    await sql`update mail_links set expires_at = expires_at - interval '1 day'`.execute(make.db);
    await expect(confirm(late, second.cookie)).rejects.toMatchObject({ code: "link_used" });
    expect(await isVerified()).toBe(false);
  });

  it("mails one new link for an expired one, and answers strangers the same with and without an account", async () => {
    await make.signedIn({ email });
    const late = await mailed();
    await sql`update mail_links set expires_at = now() - interval '1 minute'`.execute(make.db);
    const refused = { code: "link_used" };
    const asked = async (token: string, cookie = "") => {
      await expect(confirm(token, cookie)).rejects.toMatchObject(refused);
      return (await make.mails()).map(({ to, subject: its }) => `${to} ${its}`);
    };
    expect(await asked("verify-email.nobodys")).toEqual([]);
    expect(await asked(`change-email.${late.split(".")[1]}`)).toEqual([]);
    await expect(confirm(late)).rejects.toMatchObject(refused);
    const next = await mailed();
    expect(next).not.toBe("");
    expect(await asked(late)).toEqual([]);
    expect((await confirm(next, await logIn())).status).toBe(200);
    expect(await isVerified()).toBe(true);
    // A confirmed address needs no new link.
    await sql`insert into mail_links (secret_hash, member_id, email, expires_at)
      select 'x', id, email, now() - interval '1 minute' from members`.execute(make.db);
    expect(await asked(next, await logIn())).toEqual([]);
  });

  it("mails a new link for any dead one to the logged-in account, within the limit of mails", async () => {
    const { cookie } = await make.signedIn({ email });
    await make.mails();
    await expect(confirm("verify-email.gone", cookie)).rejects.toMatchObject({ code: "link_used" });
    expect((await make.mails()).map(({ to }) => to)).toEqual([email]);
    await make.db.updateTable("members").set({ email: "moved@example.org" }).where("email", "=", email).execute();
    await expect(confirm("verify-email.gone", cookie)).rejects.toMatchObject({ code: "link_used" });
    expect((await make.mails()).map(({ to }) => to)).toEqual(["moved@example.org"]);
    const once = { most: 1, seconds: 3600 };
    for (const limits of [{ mail: { address: null, account: once } }, { outreach: { address: null, account: once } }]) {
      const { handle } = authFor(make.db, { attempts: attemptsFor(make.db, limits) });
      for (let times = 0; times < 2; times++) {
        const headers = { origin: "http://localhost", "content-type": "application/json", cookie };
        const init = { method: "POST", headers, body: JSON.stringify({ token: "verify-email.gone" }) };
        const asked = handle(new Request("http://localhost/api/auth/confirm-email", init), "192.0.2.1");
        await expect(asked).rejects.toMatchObject({ code: "link_used" });
      }
      expect((await make.mails()).map(({ to }) => to)).toEqual(["moved@example.org"]);
    }
  });

  it("mails the link again on request, until the address is confirmed", async () => {
    const { cookie } = await make.signedIn({ email });
    await make.mails();
    await make.authCall("POST", "send-verification-email", { cookie });
    await confirm(await mailed(), cookie);
    await make.authCall("POST", "send-verification-email", { cookie });
    expect(await make.db.selectFrom("outbox").select("kind").where("done_at", "is", null).execute()).toEqual([]);
    expect(await make.mails()).toEqual([]);
  });

  it("mails nothing to a session that has ended", async () => {
    const { cookie } = await make.signedIn({ email });
    await make.authCall("POST", "sign-out", { cookie, body: {} });
    await expect(make.authCall("POST", "send-verification-email", { cookie })).rejects.toMatchObject({
      code: "sign_in_required",
    });
  });

  it("opens an account that has no way to log in, and ends every earlier session", async () => {
    const earlier = await make.signedIn({ email });
    await sql`delete from accounts`.execute(make.db);
    const cookie = cookieOf(await confirm(await mailed()));
    expect(await userOf(cookie)).toMatchObject({ email, emailVerified: true });
    expect(await userOf(earlier.cookie)).toBeNull();
  });
});

describe("a new address", () => {
  const newEmail = "new@example.org";
  const ask = (cookie: string) =>
    make.authCall("POST", "change-email", { body: { newEmail, password: "Gannet" }, cookie });
  const newSubject = "Please confirm your new e-mail address";

  it("can only be confirmed while logged in, so that a typo does not give the account to another person", async () => {
    const { cookie } = await make.signedIn({ email });
    await sql`update accounts set provider_id = 'google'`.execute(make.db);
    await ask(cookie);
    const secret = await mailed(newSubject);
    await expect(confirm(secret)).rejects.toMatchObject({ code: "sign_in_required" });
    await expect(confirm(secret, (await make.signedIn()).cookie)).rejects.toMatchObject({ code: "other_account" });
    expect(await isVerified(newEmail)).toBeUndefined();
    expect((await confirm(secret, cookie)).status).toBe(200);
    expect(await isVerified(newEmail)).toBe(true);
  });

  it("ends every session but the one that confirms it", async () => {
    const { cookie } = await make.signedIn({ email });
    const other = await logIn();
    await ask(cookie);
    await confirm(await mailed(newSubject), cookie);
    expect(await userOf(cookie)).toMatchObject({ email: newEmail });
    expect(await userOf(other)).toBeNull();
  });
});
