import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, authFor, cookieOf, makeIn, type Make } from "#test/make.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const registration = (more: object = {}) => ({
  name: "Amina",
  image: "https://example.org/me.jpg",
  email: "Amina@Example.org",
  password: "Gannet",
  ...more,
});
const register = (more?: object) => make.authCall("POST", "sign-up/email", { body: registration(more) });
const logIn = (body: object) => make.authCall("POST", "sign-in/email", { body });
const sessionOf = async (cookie: string) => (await make.authCall("GET", "get-session", { cookie })).json();
const counts = async () => {
  const { rows } = await sql<object>`select (select count(*)::int from members) as members,
    (select count(*)::int from accounts) as accounts, (select count(*)::int from sessions) as sessions`.execute(
    make.db,
  );
  return rows[0];
};

describe("POST /api/auth/sign-up/email", () => {
  it("creates a member and logs in, with the e-mail in lower case and no secret in the answer", async () => {
    const answer = await register({ name: "  Amina  ", email: " Amina@Example.org " });
    const body = await answer.json();
    expect(body).toEqual({
      user: {
        id: body.user.id,
        name: "Amina",
        email: "amina@example.org",
        emailVerified: false,
        image: "https://example.org/me.jpg",
      },
    });
    expect(await sessionOf(cookieOf(answer))).toEqual(body);
    expect(await counts()).toEqual({ members: 1, accounts: 1, sessions: 1 });
  });

  it("sets a cookie that scripts cannot read and other sites do not send", async () => {
    const [cookie = ""] = (await register()).headers.getSetCookie();
    expect(cookie).toMatch(/^goodturn\.session_token=[^;]+;/);
    expect(cookie.toLowerCase().split("; ")).toEqual(expect.arrayContaining(["httponly", "samesite=lax", "path=/"]));
    expect(cookie).not.toMatch(/secure/i);
  });

  it("sets a secure cookie on an https site", async () => {
    const origin = "https://goodturn.example";
    const auth = authFor(make.db, { origin });
    const headers = { origin, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(registration()) };
    const answer = await auth.handle(new Request("http://10.0.0.1:3000/api/auth/sign-up/email", init), "192.0.2.1");
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-goodturn\.session_token=[^;]+;.* Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const token = await auth.handle(
      new Request("http://10.0.0.1:3000/api/auth/token", { headers: { cookie: cookieOf(answer) } }),
      "192.0.2.1",
    );
    expect(await auth.identify((await token.json()).token)).toMatchObject({ email: "amina@example.org" });
  });

  it.each([
    [{ name: " " }, "name", "rule.name.required"],
    [{ name: "x".repeat(81) }, "name", "rule.name.too_long"],
    [{ name: "a\0b" }, "name", "rule.text.unreadable"],
    [{ image: undefined }, "image", "rule.photo.required"],
    [{ image: "" }, "image", "rule.photo.required"],
    [{ image: "javascript:alert(1)" }, "image", "rule.photo.url"],
    [{ email: "" }, "email", "rule.email.required"],
    [{ email: "amina" }, "email", "rule.email.format"],
    [{ password: undefined }, "password", "rule.password.required"],
    [{ password: "" }, "password", "rule.password.required"],
    [{ password: "abc" }, "password", "rule.password.too_short"],
    [{ password: "abcdef" }, "password", "rule.password.uppercase"],
    [{ password: "ABCDEF" }, "password", "rule.password.lowercase"],
    [{ password: "ABC" }, "password", "rule.password.too_short"],
    [{ password: `Ab${"c".repeat(127)}` }, "password", "rule.password.too_long"],
    [{ password: "Secret\ud800" }, "password", "rule.text.unreadable"],
  ])("rejects %o: %s, %s", async (wrong, path, rule) => {
    await expect(register(wrong)).rejects.toMatchObject({ code: "invalid", fields: [{ path, rule }] });
    expect(await counts()).toEqual({ members: 0, accounts: 0, sessions: 0 });
  });

  it("rejects an e-mail that has an account, in any letter case", async () => {
    await register();
    await expect(register({ email: "AMINA@EXAMPLE.ORG" })).rejects.toMatchObject({ code: "email_taken" });
    expect(await counts()).toEqual({ members: 1, accounts: 1, sessions: 1 });
  });

  it("creates one account when one person registers five times at once", async () => {
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => register()));
    const codes = answers.map((answer): string => (answer.status === "rejected" ? answer.reason.code : "created"));
    expect(codes.toSorted()).toEqual(["created", ...Array(4).fill("email_taken")]);
    expect(await counts()).toEqual({ members: 1, accounts: 1, sessions: 1 });
  });

  it("creates the accounts of fifteen people who register at once", { timeout: 20_000 }, async () => {
    const emails = Array.from({ length: 15 }, (_, number) => `crowd-${number}@example.org`);
    const answers = await Promise.all(emails.map((email) => register({ email })));
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200));
    expect(await counts()).toEqual({ members: 15, accounts: 15, sessions: 15 });
  });

  it("uses only the four fields", async () => {
    await register({ emailVerified: true, id: "x", callbackURL: "https://evil.example", rememberMe: false });
    const members = await make.db.selectFrom("members").select(["email_verified"]).execute();
    expect(members).toEqual([{ email_verified: false }]);
  });
});

describe("POST /api/auth/sign-in/email", () => {
  it.each(["JÜRGEN@bücher.example", "ju\u0308rgen@xn--bcher-kva.example", "\u202ajürgen@BÜCHER.example\u202c"])(
    "logs in with an e-mail that has letters beyond ASCII, written as %j",
    async (email) => {
      const answer = await register({ email: "jürgen@bücher.example" });
      expect((await answer.json()).user).toMatchObject({ email: "jürgen@bücher.example" });
      expect((await (await logIn({ email, password: "Gannet" })).json()).user).toMatchObject({
        email: "jürgen@bücher.example",
      });
      await expect(register({ email })).rejects.toMatchObject({ code: "email_taken" });
      await expect(logIn({ email: "jurgen@bücher.example", password: "Gannet" })).rejects.toMatchObject({
        code: "invalid_credentials",
      });
    },
  );

  it("refuses a password above the maximum length like a wrong one", async () => {
    await register();
    const password = `Ab${"c".repeat(200)}`;
    await expect(logIn({ email: "amina@example.org", password })).rejects.toMatchObject({
      code: "invalid_credentials",
    });
  });

  it("logs in with the password, in any letter case of the e-mail", async () => {
    await register();
    const answer = await logIn({ email: "AMINA@example.org", password: "Gannet" });
    expect(await sessionOf(cookieOf(answer))).toMatchObject({ user: { email: "amina@example.org" } });
  });

  it("gives the same answer for a wrong password and an unknown e-mail", async () => {
    await register();
    const refused = { code: "invalid_credentials", fields: [] };
    await expect(logIn({ email: "amina@example.org", password: "gannet" })).rejects.toMatchObject(refused);
    await expect(logIn({ email: "nobody@example.org", password: "Gannet" })).rejects.toMatchObject(refused);
  });

  it("requires both fields", async () => {
    await expect(logIn({})).rejects.toMatchObject({
      fields: [
        { path: "email", rule: "rule.email.required" },
        { path: "password", rule: "rule.password.required" },
      ],
    });
  });

  it("reports an invalid address if only the library considers it invalid", async () => {
    await expect(logIn({ email: "a..b@example.org", password: "Gannet" })).rejects.toMatchObject({
      code: "invalid",
      fields: [{ path: "email", rule: "rule.email.format" }],
    });
  });

  it("limits the attempts per network address, regardless of its headers", async () => {
    const sign_in = { address: { most: 3, seconds: 60 }, account: null };
    const auth = authFor(make.db, { attempts: attemptsFor(make.db, { sign_in }) });
    const attempt = (address: string, number: number) => {
      const headers = { "content-type": "application/json", "x-forwarded-for": `198.51.100.${number}` };
      const init = { method: "POST", headers, body: "{}" };
      return auth.handle(new Request("http://localhost/api/auth/sign-in/email", init), address);
    };
    for (let number = 0; number < 3; number++) {
      await expect(attempt("192.0.2.1", number)).rejects.toMatchObject({ code: "invalid" });
    }
    await expect(attempt("192.0.2.1", 31)).rejects.toMatchObject({ code: "too_many_attempts" });
    await expect(attempt("192.0.2.2", 31)).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("POST /api/auth/sign-out", () => {
  it("ends the session for good, and accepts a caller without one", async () => {
    const { cookie } = await make.signedIn();
    const answer = await make.authCall("POST", "sign-out", { cookie, body: {} });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^goodturn\.session_token=; Max-Age=0/);
    expect(await sessionOf(cookie)).toBeNull();
    await expect(make.authCall("GET", "token", { cookie })).rejects.toMatchObject({ code: "sign_in_required" });
    expect((await make.authCall("POST", "sign-out")).status).toBe(200);
  });
});

describe("GET /api/auth/get-session", () => {
  it("finds no session without a cookie, or with a forged or altered one", async () => {
    const { cookie } = await make.signedIn();
    expect(await sessionOf("")).toBeNull();
    expect(await sessionOf("goodturn.session_token=abc.def")).toBeNull();
    expect(await sessionOf(cookie.replace("=", "=x"))).toBeNull();
  });

  it("extends a session that has been used for a day, and its cookie", async () => {
    const { cookie } = await make.signedIn();
    const prolonged = async () => cookieOf(await make.authCall("GET", "get-session", { cookie }));
    expect(await prolonged()).toBe("");
    await sql`update sessions set expires_at = now() + interval '5 days'`.execute(make.db);
    expect(await prolonged()).toBe(cookie);
  });
});

describe("POST /api/auth/update-user", () => {
  it("changes name and photo by the same rules, visible at once to holders of existing tokens", async () => {
    const { cookie, token, member } = await make.signedIn({ name: "Old" });
    const body = { name: " New ", image: "https://example.org/new.jpg", email: "evil@example.org" };
    const answer = await make.authCall("POST", "update-user", { cookie, body });
    expect(await answer.json()).toEqual({ status: true });
    expect(cookieOf(answer)).toBe(cookie);

    expect(await make.auth.identify(token)).toEqual({
      id: member.id,
      email: member.email,
      displayName: "New",
      photoURL: "https://example.org/new.jpg",
    });
  });

  it.each([
    [{ name: "" }, "rule.name.required"],
    [{ image: "data:image/png;base64,AA" }, "rule.photo.url"],
    [{ image: "" }, "rule.photo.required"],
  ])("rejects %o: %s", async (body, rule) => {
    const { cookie } = await make.signedIn();
    const call = make.authCall("POST", "update-user", { cookie, body });
    await expect(call).rejects.toMatchObject({ code: "invalid", fields: [{ rule }] });
  });

  it("rejects an empty change", async () => {
    const { cookie } = await make.signedIn();
    await expect(make.authCall("POST", "update-user", { cookie, body: {} })).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("every other call", () => {
  it.each([
    ["GET", "sign-up/email"],
    ["POST", "get-session"],
    ["GET", "list-sessions"],
    ["GET", "change-password"],
    ["POST", "delete-user"],
    ["GET", "reset-password/x"],
    ["GET", "verify-email"],
    ["POST", "sign-in/social"],
    ["POST", "link-social"],
    ["GET", "sign-in/google"],
    ["POST", "callback/google"],
    ["GET", "callback/github"],
    ["GET", "oauth-popup/start"],
    ["GET", "stand-in/authorize"],
    ["GET", "stand-in/.well-known/openid-configuration"],
    ["POST", "sign-jwt"],
    ["GET", "ok"],
    ["GET", "error"],
    ["HEAD", "get-session"],
    ["HEAD", "callback/google"],
    ["GET", "token/"],
    ["GET", "%74oken"],
    ["GET", ""],
    ["GET", "__proto__"],
  ])("does not exist: %s %s", async (method, call) => {
    await expect(make.authCall(method, call)).rejects.toMatchObject({ code: "no_such_call" });
  });
});

describe("createBuiltInAuth", () => {
  it("issues tokens again after its secret has changed", async () => {
    await make.signedIn();
    const changed = {
      ...make,
      auth: authFor(make.db, { secret: "another".repeat(6) }),
    };
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(registration()) };
    const answer = await changed.auth.handle(new Request("http://localhost/api/auth/sign-up/email", init), "::1");
    const request = new Request("http://localhost/api/auth/token", { headers: { cookie: cookieOf(answer) } });
    const { token } = await (await changed.auth.handle(request, "::1")).json();
    expect(await changed.auth.identify(token)).toMatchObject({ email: "amina@example.org" });
    expect(await authFor(make.db).identify(token)).toMatchObject({ email: "amina@example.org" });
  });
});
