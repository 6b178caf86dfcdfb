import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { testDatabase } from "#test/database.ts";
import { browserOf, type GoogleServer, startGoogle } from "#test/google.ts";
import { attemptsFor, authFor, makeIn, type Make } from "#test/make.ts";

/** The warnings logged for hosts. */
let warned: MockInstance<typeof console.warn>;
let provider: GoogleServer;
let make: Make;
let browser: ReturnType<typeof browserOf>;

beforeAll(async () => {
  provider = await startGoogle();
});
afterAll(() => provider.stop());
beforeEach(async () => {
  make = makeIn(await testDatabase());
  browser = browserOf(authWith());
  provider.become();
  warned = vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => warned.mockRestore());

const authWith = (more: object = {}) => authFor(make.db, { google: provider.google, ...more });

const members = () => make.db.selectFrom("members").select(["name", "email", "email_verified", "image"]).execute();
const accounts = async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select provider_id, account_id, access_token, refresh_token, id_token from accounts order by provider_id`.execute(
    make.db,
  );
  return rows;
};
const sessionOf = async (cookie: string) => (await make.authCall("GET", "get-session", { cookie })).json();

describe("POST /api/auth/sign-in/google", () => {
  it("sends the browser to the provider with state, nonce and challenge, and back to the address used", async () => {
    const { url } = await browserOf(authWith(), "http://192.168.1.7:3000").start();
    expect(url.origin + url.pathname).toBe(`${provider.google.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: "goodturn-test",
      scope: "openid email profile",
      redirect_uri: "http://192.168.1.7:3000/api/auth/callback/google",
      state: expect.stringMatching(/^[\w-]{32}$/),
      nonce: expect.stringMatching(/^[\w-]{32}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      prompt: "select_account",
    });
  });

  it("uses our public address if there is one, with a cookie for it alone", async () => {
    const origin = "https://goodturn.example";
    const auth = authWith({ origin });
    const request = new Request("http://10.0.0.1:3000/api/auth/sign-in/google", {
      method: "POST",
      headers: { origin },
    });
    const answer = await auth.handle(request, "192.0.2.1");
    const { url } = await answer.json();
    expect(new URL(url).searchParams.get("redirect_uri")).toBe(`${origin}/api/auth/callback/google`);
    const [cookie = "", ...more] = answer.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toMatch(/^__Host-goodturn\.state=/);
    expect(cookie.split("; ").slice(1).toSorted()).toEqual([
      "HttpOnly",
      "Max-Age=300",
      "Path=/",
      "SameSite=Lax",
      "Secure",
    ]);
  });

  it("refuses another site's page, and too many attempts", async () => {
    const post = (auth = authWith(), headers = {}) =>
      auth.handle(new Request("http://localhost/api/auth/sign-in/google", { method: "POST", headers }), "192.0.2.1");
    await expect(post(authWith(), { origin: "https://evil.example" })).rejects.toMatchObject({
      code: "untrusted_origin",
    });
    await expect(post(authWith(), { "sec-fetch-site": "cross-site" })).rejects.toMatchObject({
      code: "untrusted_origin",
    });
    const none = { address: { most: 0, seconds: 60 }, account: null };
    const limited = authWith({ attempts: attemptsFor(make.db, { sign_in: none }) });
    await expect(post(limited)).rejects.toMatchObject({ code: "too_many_attempts" });
  });

  it("reports that no Google sign-in is set up", async () => {
    const unset = browserOf(authWith({ google: null }));
    await expect(unset.start()).rejects.toMatchObject({ code: "no_google_sign_in" });
    await expect(unset.finish({ cookie: "", url: callback("code=x&state=y") })).rejects.toMatchObject({
      code: "no_such_call",
    });
    expect(authWith({ google: null }).offersGoogle).toBe(false);
    expect(authWith().offersGoogle).toBe(true);
  });

  it("reports that Google is unreachable, tries again, and still allows passwords", async () => {
    const late = await startGoogle();
    await late.stop();
    const auth = authWith({ google: late.google });
    await expect(browserOf(auth).start()).rejects.toMatchObject({ code: "google_unreachable" });
    expect(warned.mock.calls.flat().join("\n")).toContain(late.google.issuer);
    await make.signedIn();

    const again = await startGoogle(Number(new URL(late.google.issuer).port));
    again.become();
    expect((await browserOf(auth).signIn()).outcome).toBe("ok");
    await again.stop();
  });

  it("rejects a provider with a different issuer", async () => {
    const google = { ...provider.google, issuer: provider.google.issuer.replace("localhost", "127.0.0.1") };
    await expect(browserOf(authWith({ google })).start()).rejects.toMatchObject({ code: "google_unreachable" });
  });
});

describe("GET /api/auth/callback/google", () => {
  it("creates a member with name, picture and a verified e-mail, and logs in", async () => {
    const { outcome, cookie } = await browser.signIn();
    expect(outcome).toBe("ok");
    expect(await members()).toEqual([
      {
        name: "Amina Rahman",
        email: "amina@example.org",
        email_verified: true,
        image: "https://example.org/amina.jpg",
      },
    ]);
    expect(await sessionOf(cookie)).toMatchObject({ user: { name: "Amina Rahman", email: "amina@example.org" } });
    expect(await make.auth.identify(await make.token(cookie))).toMatchObject({
      email: "amina@example.org",
      photoURL: "https://example.org/amina.jpg",
    });
  });

  it("stores none of the provider's tokens, and tells the page only the outcome", async () => {
    const { cookie, answer, text } = await browser.signIn();
    expect(await accounts()).toEqual([
      { provider_id: "google", account_id: "1234567890", access_token: null, refresh_token: null, id_token: null },
    ]);
    const token = decodeURIComponent(cookie.split("=")[1] ?? "").split(".")[0] ?? "";
    expect(token.length).toBeGreaterThan(20);
    expect(text).not.toContain(token);
    expect(text).not.toContain("mina");
    expect(text).toContain("postMessage({ googleSignIn: document.body.dataset.outcome }, location.origin)");
    expect(answer.headers.get("cross-origin-opener-policy")).toBe("unsafe-none");
    expect(answer.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    const [session = ""] = answer.headers.getSetCookie().filter((line) => line.includes("session_token"));
    expect(session.split("; ")).toEqual(expect.arrayContaining(["HttpOnly", "SameSite=Lax", "Path=/"]));
  });

  it("recognizes a person by their id, despite a new e-mail or name at Google", async () => {
    await browser.signIn();
    provider.become({ email: "new@example.org", name: "Another" });
    const { outcome, cookie } = await browser.signIn();
    expect(outcome).toBe("ok");
    expect(await sessionOf(cookie)).toMatchObject({ user: { name: "Amina Rahman", email: "amina@example.org" } });
    expect([await members(), await accounts()].map((rows) => rows.length)).toEqual([1, 1]);
  });

  it.each([
    ["no name", { name: undefined }, { name: "amina" }],
    ["a blank name", { name: "  " }, { name: "amina" }],
    ["a name that no database can store", { name: "a\0b" }, { name: "a b" }],
    ["a name with line breaks and direction marks", { name: "A\r\nB\u202e" }, { name: "A B" }],
    ["a long name", { name: "👩‍🌾".repeat(100) }, { name: "👩‍🌾".repeat(80) }],
    ["no picture", { picture: undefined }, { image: null }],
    ["a picture that is a script", { picture: "javascript:alert(1)" }, { image: null }],
  ])("accepts %s", async (_, claims, kept) => {
    provider.become(claims);
    expect((await browser.signIn()).outcome).toBe("ok");
    expect(await members()).toMatchObject([kept]);
  });

  it.each([
    ["whose e-mail is not verified", { email_verified: false }, "email-unverified"],
    ["whose e-mail is verified by the word 'true'", { email_verified: "true" }, "email-unverified"],
    ["whose e-mail has no verification claim", { email_verified: undefined }, "email-unverified"],
    ["without e-mail", { email: undefined }, "email-missing"],
    ["with an invalid e-mail", { email: "nobody" }, "email-missing"],
    ["with a list as e-mail", { email: ["amina@example.org"] }, "email-missing"],
    ["without a subject", { sub: undefined }, "internal-error"],
  ])("creates no account for a person %s", async (_, claims, outcome) => {
    provider.become(claims);
    const end = await browser.signIn();
    expect(end).toMatchObject({ outcome, cookie: "" });
    expect([await members(), await accounts()]).toEqual([[], []]);
  });

  it.each([
    ["with another nonce", { nonce: "another" }],
    ["without a nonce", { nonce: undefined }],
    ["for another audience", { aud: "somebody-else" }],
    ["of another issuer", { iss: "https://evil.example" }],
    ["that has expired", { exp: Math.floor(Date.now() / 1000) - 60 }],
  ])("rejects an ID token %s", async (_, claims) => {
    provider.become(claims);
    expect(await browser.signIn()).toMatchObject({ outcome: "internal-error", cookie: "" });
    expect(await members()).toEqual([]);
    expect(warned.mock.calls.flat().join("\n")).toContain("id_token failed verification");
  });

  it.each([
    ["that was altered", (token: string) => tampered(token)],
    ["without a signature", (token: string) => `${header({ alg: "none" })}.${token.split(".")[1]}.`],
    ["that is missing", () => undefined],
  ])("rejects an ID token %s", async (_, forge) => {
    provider.server.service.once("beforeResponse", ({ body }: { body: Record<string, unknown> }) => {
      body["id_token"] = forge(String(body["id_token"]));
    });
    expect(await browser.signIn()).toMatchObject({ outcome: "internal-error", cookie: "" });
    expect(await members()).toEqual([]);
  });
});

const callback = (query: string) => new URL(`http://localhost/api/auth/callback/google?${query}`);
const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString("base64url");

function tampered(token: string): string {
  const [head, payload = "", signature] = token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
  return `${head}.${header({ ...claims, email: "evil@example.org" })}.${signature}`;
}
