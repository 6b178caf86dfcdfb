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
/** A member of ours from before, with the address that the tokens name. */
const haveMember = async (isVerified: boolean) => {
  const member = await make.member({ email: "amina@example.org" });
  await make.db.updateTable("members").set({ email_verified: isVerified }).execute();
  return member;
};
const unverified = { email_verified: false };

describe("POST /api/auth/sign-in/firebase", () => {
  it("makes an account on first sight, with name and photo, and a session of ours", async () => {
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

  it("knows the same person again, whatever the address is by now, and leaves name and photo alone", async () => {
    const { user } = await (await exchange()).json();
    const again = await (await exchange({ email: "new@example.org", name: "Other" })).json();
    expect(again.user).toEqual(user);
    expect(await members()).toHaveLength(1);
  });

  it("asks somebody whose address Firebase has not confirmed to confirm it to us", async () => {
    expect((await (await exchange(unverified)).json()).user).toMatchObject({ emailVerified: false });
    await exchange(unverified);
    expect(await make.mails()).toMatchObject([{ to: "amina@example.org" }]);
  });

  it("makes one account for somebody who comes five times at once", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange()));
    const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).user.id));
    expect(new Set(ids).size).toBe(1);
    expect(await members()).toHaveLength(1);
  });

  it("makes none for somebody who signed in long ago, whose account may have been deleted since", async () => {
    const longAgo = { auth_time: inSeconds(-3700) };
    await expect(exchange(longAgo)).rejects.toMatchObject({ code: "id_token_invalid" });
    expect(await make.auth.identify(emulatorToken(longAgo))).toBeNull();
    await exchange();
    expect((await exchange(longAgo)).status).toBe(200);
  });

  it("gives somebody without a name an account without one", async () => {
    await exchange({ name: undefined, picture: undefined });
    expect(await members()).toMatchObject([{ name: "" }]);
  });

  it.each([
    ["garbage", "id_token_invalid"],
    [emulatorToken({ exp: inSeconds(-1) }), "id_token_invalid"],
    [emulatorToken({ email: undefined }), "email_needed"],
    ["", "invalid"],
  ])("refuses %s: %s", async (idToken, code) => {
    await expect(make.authCall("POST", "sign-in/firebase", { body: { idToken } })).rejects.toMatchObject({ code });
    expect(await members()).toEqual([]);
  });

  it("says so when Google cannot be reached", async () => {
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

  it("is the only way in: passwords are Firebase's to keep", async () => {
    for (const way of ["sign-up/email", "sign-in/email", "request-password-reset", "reset-password"])
      await expect(make.authCall("POST", way, { body: {} })).rejects.toMatchObject({ code: "no_such_call" });
  });

  it("is also the way in for people at Google, whom Firebase knows", async () => {
    const google = { issuer: "https://accounts.google.com", clientId: "x", clientSecret: "x" };
    const { handle, offersGoogle } = authFor(make.db, { firebase: emulated, google });
    const request = new Request("http://localhost/api/auth/sign-in/google", { method: "POST" });
    await expect(handle(request, "192.0.2.1")).rejects.toMatchObject({ code: "no_google_sign_in" });
    expect(offersGoogle).toBe(true);
  });

  it("does not exist on a site that keeps its passwords", async () => {
    const without = makeIn(make.db);
    const refused = without.authCall("POST", "sign-in/firebase", { body: { idToken: emulatorToken() } });
    await expect(refused).rejects.toMatchObject({ code: "no_such_call" });
    expect(await without.auth.identify(emulatorToken())).toBeNull();
  });
});

describe("an e-mail that a member has already", () => {
  it("links the two when it is verified on both sides", async () => {
    const { id } = await haveMember(true);
    expect((await (await exchange({ email: "AMINA@example.org" })).json()).user.id).toBe(id);
    expect((await (await exchange(unverified)).json()).user.id).toBe(id);
    expect(await members()).toHaveLength(1);
  });

  it.each([
    [true, false],
    [false, true],
    [false, false],
  ])("refuses to when it is verified here: %o, there: %o", async (here, there) => {
    await haveMember(here);
    const claims = { email_verified: there };
    await expect(exchange(claims)).rejects.toMatchObject({ code: "account_not_linked" });
    expect(await make.auth.identify(emulatorToken(claims))).toBeNull();
    expect(await members()).toMatchObject([{ email_verified: here }]);
  });

  it("refuses a second person of Firebase with the first one's unverified address", async () => {
    await exchange(unverified);
    await expect(exchange({ sub: "firebase-user-2", ...unverified })).rejects.toMatchObject({
      code: "account_not_linked",
    });
  });

  it("becomes verified here when Firebase says so, and people who were in before its owner came are out", async () => {
    const inWait = cookieOf(await exchange({ ...unverified, auth_time: inSeconds(-600) }));
    await sql`update sessions set created_at = created_at - interval '10 minutes'`.execute(make.db);
    const owner = cookieOf(await exchange({ auth_time: inSeconds(-5) }));
    expect(await members()).toMatchObject([{ email_verified: true }]);
    expect(make.announced).toEqual(["members"]);
    expect(await sessionOf(inWait)).toBeNull();
    expect(await sessionOf(owner)).not.toBeNull();
    expect(await make.auth.identify(emulatorToken({ auth_time: inSeconds(-600) }))).toBeNull();
  });

  it("publishes no draft when Firebase confirms it: its link works without a session of whoever wrote the draft", async () => {
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
    expect(mail?.text).toContain("1 event stands among yours that nobody sees.");
    await publishEvent(make.context(member), id);
    expect((await call("GET", `/view-event/${id}`)).status).toBe(200);
  });

  it("publishes its drafts when the link of ours is opened in its session, as everywhere", async () => {
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

  it("stays unverified when Firebase knows the person by another address", async () => {
    await exchange(unverified);
    await exchange({ email: "other@example.org" });
    expect(await members()).toMatchObject([{ email: "amina@example.org", email_verified: false }]);
    expect(make.announced).toEqual([]);
  });
});

describe("an ID token as bearer token", () => {
  it("speaks for its member, whom it makes on first sight, without a session", async () => {
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

  it("tells at once what its member is called now", async () => {
    const token = emulatorToken();
    await make.auth.identify(token);
    await make.db.updateTable("members").set({ name: "Amina R." }).execute();
    expect(await make.auth.identify(token)).toMatchObject({ displayName: "Amina R." });
  });

  it("is a visitor's when it is not good", async () => {
    expect(await myEvents(emulatorToken({ aud: "other" }))).toBe(401);
    expect(await myEvents(emulatorToken({ exp: inSeconds(-1) }))).toBe(401);
    expect(await myEvents(emulatorToken({ email: undefined }))).toBe(401);
    expect(await members()).toEqual([]);
  });

  it("stands beside our own", async () => {
    const ours = await make.token(cookieOf(await exchange()));
    expect(await myEvents(ours)).toBe(200);
  });

  it("is refused after its member has signed out, also for another session, until the next sign-in", async () => {
    const token = emulatorToken();
    const cookie = cookieOf(await exchange());
    expect(await myEvents(token)).toBe(200);
    await signOut(cookie);
    expect(await myEvents(token)).toBe(401);
    await expect(exchange()).rejects.toMatchObject({ code: "id_token_invalid" });
    // A renewed token of the same sign-in is as good as the one before.
    expect(await myEvents(emulatorToken({ iat: inSeconds(5) }))).toBe(401);

    const since = { auth_time: inSeconds(1), iat: inSeconds(1) };
    expect(await myEvents(emulatorToken(since))).toBe(200);
    expect((await exchange(since)).status).toBe(200);
  });

  it("is refused after its member has logged another device out, or all others", async () => {
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

  it("stays good when somebody else signs out, or nobody does", async () => {
    const token = emulatorToken();
    await make.auth.identify(token);
    await signOut(cookieOf(await exchange({ sub: "firebase-user-2", email: "b@example.org" })));
    await signOut("");
    expect(await myEvents(token)).toBe(200);
  });
});
