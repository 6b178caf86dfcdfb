import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { publishEvent } from "#domain/organizing/commands.ts";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { type Claims, emulated, emulatorToken, inSeconds, startKeys } from "#test/id-tokens.ts";
import { authFor, cookieOf, makeIn, type Make } from "#test/make.ts";

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase(), { firebase: emulated });
  call = callerOf(make);
});

const exchange = (claims?: Claims) =>
  make.authCall("POST", "sign-in/firebase", { body: { idToken: emulatorToken(claims) } });
const sessionOf = async (cookie: string) => (await make.authCall("GET", "get-session", { cookie })).json();
const members = () => make.db.selectFrom("members").select(["id", "email", "name", "email_verified"]).execute();
const myEvents = async (token: string) => (await call("GET", "/myEvents", { token })).status;
const signOut = (cookie: string) => make.authCall("POST", "sign-out", { cookie, body: {} });
/** Creates an existing member with the address in the tokens. */
const haveMember = async (isVerified: boolean) => {
  const member = await make.member({ email: "amina@example.org" });
  await make.db.updateTable("members").set({ email_verified: isVerified }).execute();
  return member;
};
const unverified = { email_verified: false };

describe("POST /api/auth/sign-in/firebase", () => {
  it("creates an account at the first sign-in, with name and photo, and one of our sessions", async () => {
    const answer = await exchange();
    const { user } = await answer.json();
    expect(user).toEqual({
      id: user.id,
      name: "Amina",
      email: "amina@example.org",
      emailVerified: true,
      image: "https://example.org/me.jpg",
    });
    expect(await make.mails()).toEqual([]);
    expect(await sessionOf(cookieOf(answer))).toEqual({ user });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^goodturn\.session_token=.*; HttpOnly/);
    const token = await make.token(cookieOf(answer));
    expect(await make.auth.identify(token)).toMatchObject({ id: user.id, displayName: "Amina" });
  });

  it("recognizes a member despite a new address, and keeps their name and photo", async () => {
    const { user } = await (await exchange()).json();
    const again = await (await exchange({ email: "new@example.org", name: "Other" })).json();
    expect(again.user).toEqual(user);
    expect(await members()).toHaveLength(1);
  });

  it("asks a member whose address Firebase has not confirmed to confirm it with us", async () => {
    expect((await (await exchange(unverified)).json()).user).toMatchObject({ emailVerified: false });
    await exchange(unverified);
    expect(await make.mails()).toMatchObject([{ to: "amina@example.org" }]);
  });

  it("creates one account for five simultaneous sign-ins of one person", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange()));
    const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).user.id));
    expect(new Set(ids).size).toBe(1);
    expect(await members()).toHaveLength(1);
  });

  it("creates no account for an old sign-in, because the member may have deleted the account since", async () => {
    const longAgo = { auth_time: inSeconds(-3700) };
    await expect(exchange(longAgo)).rejects.toMatchObject({ code: "id_token_invalid" });
    expect(await make.auth.identify(emulatorToken(longAgo))).toBeNull();
    await exchange();
    expect((await exchange(longAgo)).status).toBe(200);
  });

  it("creates an account without a name if Firebase has none", async () => {
    await exchange({ name: undefined, picture: undefined });
    expect(await members()).toMatchObject([{ name: "" }]);
  });

  it.each([
    ["garbage", "id_token_invalid"],
    [emulatorToken({ exp: inSeconds(-1) }), "id_token_invalid"],
    [emulatorToken({ email: undefined }), "email_needed"],
    ["", "invalid"],
  ])("rejects %s: %s", async (idToken, code) => {
    await expect(make.authCall("POST", "sign-in/firebase", { body: { idToken } })).rejects.toMatchObject({ code });
    expect(await members()).toEqual([]);
  });

  it("reports that Google cannot be reached", async () => {
    const keys = await startKeys();
    const { sign } = await keys.rotate();
    keys.fail(true);
    const auth = authFor(make.db, { firebase: { ...emulated, emulator: null, keysAt: keys.keysAt } });
    const body = JSON.stringify({ idToken: await sign() });
    const request = new Request("http://localhost/api/auth/sign-in/firebase", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    await expect(auth.handle(request, "192.0.2.1")).rejects.toMatchObject({ code: "sign_in_unreachable" });
    await keys.stop();
  });

  it("is the only way to log in: Firebase handles passwords", async () => {
    for (const way of ["sign-up/email", "sign-in/email", "request-password-reset", "reset-password"])
      await expect(make.authCall("POST", way, { body: {} })).rejects.toMatchObject({ code: "no_such_call" });
  });

  it("also logs in Google users, through Firebase", async () => {
    const google = { issuer: "https://accounts.google.com", clientId: "x", clientSecret: "x" };
    const { handle, offersGoogle } = authFor(make.db, { firebase: emulated, google });
    const request = new Request("http://localhost/api/auth/sign-in/google", { method: "POST" });
    await expect(handle(request, "192.0.2.1")).rejects.toMatchObject({ code: "no_google_sign_in" });
    expect(offersGoogle).toBe(true);
  });

  it("does not exist on a site with its own passwords", async () => {
    const without = makeIn(make.db);
    const refused = without.authCall("POST", "sign-in/firebase", { body: { idToken: emulatorToken() } });
    await expect(refused).rejects.toMatchObject({ code: "no_such_call" });
    expect(await without.auth.identify(emulatorToken())).toBeNull();
  });
});

describe("an e-mail that already has a member", () => {
  it("links the Firebase user to the member when it is verified on both sides", async () => {
    const { id } = await haveMember(true);
    expect((await (await exchange({ email: "AMINA@example.org" })).json()).user.id).toBe(id);
    expect((await (await exchange(unverified)).json()).user.id).toBe(id);
    expect(await members()).toHaveLength(1);
  });

  it.each([
    [true, false],
    [false, true],
    [false, false],
  ])("refuses to link them when it is verified here: %o, there: %o", async (here, there) => {
    await haveMember(here);
    const claims = { email_verified: there };
    await expect(exchange(claims)).rejects.toMatchObject({ code: "account_not_linked" });
    expect(await make.auth.identify(emulatorToken(claims))).toBeNull();
    expect(await members()).toMatchObject([{ email_verified: here }]);
  });

  it("refuses a second Firebase user with the unverified address of the first", async () => {
    await exchange(unverified);
    await expect(exchange({ sub: "firebase-user-2", ...unverified })).rejects.toMatchObject({
      code: "account_not_linked",
    });
  });

  it("becomes verified when Firebase verifies it, and earlier sessions end, because they may not be the owner's", async () => {
    const inWait = cookieOf(await exchange({ ...unverified, auth_time: inSeconds(-600) }));
    await sql`update sessions set created_at = created_at - interval '10 minutes'`.execute(make.db);
    const owner = cookieOf(await exchange({ auth_time: inSeconds(-5) }));
    expect(await members()).toMatchObject([{ email_verified: true }]);
    expect(make.announced).toEqual(["members"]);
    expect(await sessionOf(inWait)).toBeNull();
    expect(await sessionOf(owner)).not.toBeNull();
    expect(await make.auth.identify(emulatorToken({ auth_time: inSeconds(-600) }))).toBeNull();
  });

  it("leaves drafts unpublished when Firebase confirms it, because Firebase's link works outside the author's session", async () => {
    const { user } = await (await exchange(unverified)).json();
    const member = { id: user.id, email: user.email, displayName: user.name, photoURL: null };
    const id = await make.event({ organizer: member });
    await make.db.updateTable("events").set({ is_draft: true }).execute();
    await make.mails();
    await exchange();
    expect(await members()).toMatchObject([{ email_verified: true }]);
    expect((await call("GET", `/view-event/${id}`)).status).toBe(404);
    const [mail, ...others] = await make.mails();
    expect([mail?.subject, others]).toEqual(["Your account is yours now", []]);
    expect(mail?.text).toContain("1 event that nobody else can see.");
    await publishEvent(make.context(member), id);
    expect((await call("GET", `/view-event/${id}`)).status).toBe(200);
  });

  it("publishes the drafts when our own link is opened in the member's session", async () => {
    const answer = await exchange(unverified);
    const { user } = await answer.json();
    const member = { id: user.id, email: user.email, displayName: user.name, photoURL: null };
    const id = await make.event({ organizer: member });
    await make.db.updateTable("events").set({ is_draft: true }).execute();
    const [mail] = await make.mails();
    const token = mail?.links[0]?.split("#")[1];
    await make.authCall("POST", "confirm-email", { body: { token }, cookie: cookieOf(answer) });
    expect((await call("GET", `/view-event/${id}`)).status).toBe(200);
  });

  it("stays unverified when Firebase has another address for the person", async () => {
    await exchange(unverified);
    await exchange({ email: "other@example.org" });
    expect(await members()).toMatchObject([{ email: "amina@example.org", email_verified: false }]);
    expect(make.announced).toEqual([]);
  });
});

describe("an ID token as bearer token", () => {
  it("identifies its member without a session, and creates the account the first time", async () => {
    const token = emulatorToken();
    expect(await myEvents(token)).toBe(200);
    const [member] = await members();
    expect(await make.auth.identify(token)).toEqual({
      id: member?.id,
      email: "amina@example.org",
      displayName: "Amina",
      photoURL: "https://example.org/me.jpg",
    });
    expect(await members()).toHaveLength(1);
    expect((await (await exchange()).json()).user.id).toBe(member?.id);
  });

  it("reflects a changed name at once", async () => {
    const token = emulatorToken();
    await make.auth.identify(token);
    await make.db.updateTable("members").set({ name: "Amina R." }).execute();
    expect(await make.auth.identify(token)).toMatchObject({ displayName: "Amina R." });
  });

  it("makes the caller a visitor when it is invalid", async () => {
    expect(await myEvents(emulatorToken({ aud: "other" }))).toBe(401);
    expect(await myEvents(emulatorToken({ exp: inSeconds(-1) }))).toBe(401);
    expect(await myEvents(emulatorToken({ email: undefined }))).toBe(401);
    expect(await members()).toEqual([]);
  });

  it("works alongside our own tokens", async () => {
    const ours = await make.token(cookieOf(await exchange()));
    expect(await myEvents(ours)).toBe(200);
  });

  it("is refused after its member has logged out in any session, until the next sign-in", async () => {
    const token = emulatorToken();
    const cookie = cookieOf(await exchange());
    expect(await myEvents(token)).toBe(200);
    await signOut(cookie);
    expect(await myEvents(token)).toBe(401);
    await expect(exchange()).rejects.toMatchObject({ code: "id_token_invalid" });
    // A renewed token of the same sign-in is treated like the first one.
    expect(await myEvents(emulatorToken({ iat: inSeconds(5) }))).toBe(401);

    const since = { auth_time: inSeconds(1), iat: inSeconds(1) };
    expect(await myEvents(emulatorToken(since))).toBe(200);
    expect((await exchange(since)).status).toBe(200);
  });

  it("is refused after its member has logged out another device, or all others", async () => {
    for (const [ending, auth_time] of [
      ["revoke-session", inSeconds(-20)],
      ["revoke-other-sessions", inSeconds(-10)],
    ] as const) {
      await make.db.updateTable("members").set({ tokens_valid_from: null }).execute();
      const cookie = cookieOf(await exchange({ auth_time }));
      const body = { id: "0198c5d4-0000-7000-8000-000000000000" };
      expect((await make.authCall("POST", ending, { cookie, body })).status).toBe(200);
      expect(await sessionOf(cookie)).not.toBeNull();
      expect(await myEvents(emulatorToken({ auth_time }))).toBe(401);
    }
  });

  it("stays valid when another member logs out, or when no member does", async () => {
    const token = emulatorToken();
    await make.auth.identify(token);
    await signOut(cookieOf(await exchange({ sub: "firebase-user-2", email: "b@example.org" })));
    await signOut("");
    expect(await myEvents(token)).toBe(200);
  });
});
