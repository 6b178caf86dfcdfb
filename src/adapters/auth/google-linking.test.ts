import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { browserOf, type GoogleServer, startGoogle } from "#test/google.ts";
import { authFor, makeIn, type Make } from "#test/make.ts";

let provider: GoogleServer;
let make: Make;
let browser: ReturnType<typeof browserOf>;

beforeAll(async () => {
  provider = await startGoogle();
});
afterAll(() => provider.stop());
beforeEach(async () => {
  make = makeIn(await testDatabase());
  browser = browserOf(authFor(make.db, { google: provider.google }));
  provider.become();
});

const members = () => make.db.selectFrom("members").select(["name", "email", "email_verified"]).execute();
const sessionOf = async (cookie: string) => (await make.authCall("GET", "get-session", { cookie })).json();
const waysIn = async () => {
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from accounts order by provider_id`.execute(make.db);
  return rows.map(({ provider_id }) => provider_id);
};

/** Confirms the address as its owner would: by the mailed link, while logged in to the account. */
const verify = async (cookie: string) => {
  const link = (await make.mails()).flatMap(({ links }) => links).find((each) => each.includes("/confirm-email#"));
  await make.authCall("POST", "confirm-email", { body: { token: link?.split("#")[1] }, cookie });
};

describe("an e-mail that has an account", () => {
  const email = "amina@example.org";

  it.each([
    [true, true, "ok"],
    [true, false, "email-unverified"],
    [false, true, "account-not-linked"],
    [false, false, "email-unverified"],
  ])("is verified here (%o) and at Google (%o): %s", async (here, there, outcome) => {
    const { member, cookie } = await make.signedIn({ email, name: "Amina here" });
    if (here) await verify(cookie);
    provider.become({ email_verified: there });
    const end = await browser.signIn();
    expect(end.outcome).toBe(outcome);
    expect(await waysIn()).toEqual(outcome === "ok" ? ["credential", "google"] : ["credential"]);
    expect(await members()).toMatchObject([{ name: "Amina here", email_verified: here }]);
    expect((await sessionOf(end.cookie))?.user.id).toBe(outcome === "ok" ? member.id : undefined);
  });

  it("ends every earlier session when it is linked, and tells its owner; a proved password stays", async () => {
    const before = await make.signedIn({ email });
    await verify(before.cookie);
    const end = await browser.signIn();
    expect(await sessionOf(before.cookie)).toBeNull();
    expect((await sessionOf(end.cookie))?.user.id).toBe(before.member.id);
    expect(await make.mails()).toMatchObject([
      { to: email, subject: "Google can now log in to your account", text: expect.not.stringContaining("removed") },
    ]);
    const logIn = await make.authCall("POST", "sign-in/email", { body: { email, password: "Gannet" } });
    expect(logIn.status).toBe(200);

    // Logging in with Google again ends nothing, and sends no mail.
    const again = await browser.signIn();
    expect(await sessionOf(end.cookie)).not.toBeNull();
    expect(await sessionOf(again.cookie)).not.toBeNull();
    expect(await make.mails()).toEqual([]);
  });

  it("keeps no password that its owner has not proved", async () => {
    const attacker = await make.signedIn({ email, password: "Attack1" });
    await make.mails();
    // The previous release let an address's owner confirm an account that another person had registered.
    await make.db.updateTable("members").set({ email_verified: true }).execute();
    expect((await browser.signIn()).outcome).toBe("ok");
    expect(await waysIn()).toEqual(["google"]);
    expect(await sessionOf(attacker.cookie)).toBeNull();
    const logIn = make.authCall("POST", "sign-in/email", { body: { email, password: "Attack1" } });
    await expect(logIn).rejects.toMatchObject({ code: "invalid_credentials" });
    expect(await make.mails()).toMatchObject([{ text: expect.stringContaining("We removed your account's password") }]);
  });

  it("is not shared with a person who registered it first with a password", async () => {
    const attacker = await make.signedIn({ email, password: "Attack1" });
    expect((await browser.signIn()).outcome).toBe("account-not-linked");
    expect(await waysIn()).toEqual(["credential"]);
    // The reverse holds too: an account from Google has no password, and registering does not give it one.
    await make.db.deleteFrom("members").where("id", "=", attacker.member.id).execute();
    expect((await browser.signIn()).outcome).toBe("ok");
    const register = make.authCall("POST", "sign-up/email", {
      body: { name: "Evil", email, image: "https://example.org/evil.jpg", password: "Attack1" },
    });
    await expect(register).rejects.toMatchObject({ code: "email_taken" });
    const logIn = make.authCall("POST", "sign-in/email", { body: { email, password: "Attack1" } });
    await expect(logIn).rejects.toMatchObject({ code: "invalid_credentials" });
  });

  it("belongs to one Google user: another with the same e-mail there gets in only as its verified owner", async () => {
    await browser.signIn();
    provider.become({ sub: "another", email_verified: false });
    expect((await browser.signIn()).outcome).toBe("email-unverified");
    expect(await waysIn()).toHaveLength(1);
  });
});
