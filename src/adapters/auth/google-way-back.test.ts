import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { testDatabase } from "#test/database.ts";
import { browserOf, googleClient, type GoogleServer, startGoogle } from "#test/google.ts";
import { authFor, makeIn, type Make } from "#test/make.ts";

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
  browser = browserOf(authWith(provider));
  provider.become();
  warned = vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => warned.mockRestore());

const authWith = ({ google }: GoogleServer) => authFor(make.db, { google });
const members = () => make.db.selectFrom("members").select("email").execute();

describe("the way back", () => {
  it("is refused with the state of another browser, or an altered state", async () => {
    const victim = await browser.start();
    const attacker = await browser.agree(await browser.start());
    expect(await browser.finish({ cookie: victim.cookie, url: attacker.url })).toMatchObject({
      outcome: "cancelled-popup-request",
      cookie: "",
    });
    expect((await browser.finish({ cookie: "", url: attacker.url })).outcome).toBe("timeout");
    attacker.url.searchParams.set("state", "x".repeat(32));
    expect((await browser.finish(attacker)).outcome).toBe("cancelled-popup-request");
    attacker.url.searchParams.delete("state");
    expect((await browser.finish(attacker)).outcome).toBe("internal-error");
    expect(await members()).toEqual([]);
  });

  it("begins a new session, and ends the browser's existing one, which may have been planted", async () => {
    const planted = await make.signedIn();
    const back = await browser.agree(await browser.start());
    const { outcome, cookie } = await browser.finish({ ...back, cookie: `${back.cookie}; ${planted.cookie}` });
    expect(outcome).toBe("ok");
    const emailOf = async (mine: string) =>
      (
        (await (await make.authCall("GET", "get-session", { cookie: mine })).json()) as {
          user: { email: string };
        } | null
      )?.user.email;
    expect([await emailOf(cookie), await emailOf(planted.cookie)]).toEqual(["amina@example.org", undefined]);
    expect(await make.auth.identify(planted.token)).toBeNull();
  });

  it("works once", async () => {
    const back = await browser.agree(await browser.start());
    expect((await browser.finish(back)).outcome).toBe("ok");
    expect(await browser.finish(back)).toMatchObject({ outcome: "cancelled-popup-request", cookie: "" });
    expect((await browser.finish({ ...back, cookie: "" })).outcome).toBe("timeout");
  });

  it("ends a sign-in when another one is begun", async () => {
    const first = await browser.start();
    const second = await browser.start(first.cookie);
    const late = await browser.agree({ url: first.url, cookie: second.cookie });
    expect((await browser.finish(late)).outcome).toBe("cancelled-popup-request");
    expect((await browser.finish(await browser.agree(second))).outcome).toBe("ok");
  });

  it("rejects a code given for another sign-in", async () => {
    const stolen = (await browser.agree(await browser.start())).url.searchParams.get("code") ?? "";
    const back = await browser.agree(await browser.start());
    back.url.searchParams.set("code", stolen);
    expect(await browser.finish(back)).toMatchObject({ outcome: "internal-error", cookie: "" });
    const said = inspect(warned.mock.calls, { depth: 9 });
    expect(said).toContain("the code was not traded");
    expect(said).toContain("status: 400");
    for (const secret of [stolen, googleClient.clientSecret, ...back.cookie.split(/[=;]/).slice(1, 2)])
      expect(said).not.toContain(secret);
  });

  it("rejects a code that another provider claims to have given", async () => {
    const back = await browser.agree(await browser.start());
    back.url.searchParams.set("iss", "https://evil.example");
    expect(await browser.finish(back)).toMatchObject({ outcome: "internal-error", cookie: "" });
    expect(await members()).toEqual([]);
  });

  it("reports that the person did not agree, or that the provider failed", async () => {
    expect(await endOf("access_denied")).toBe("access-denied");
    expect(await endOf("server_error")).toBe("internal-error");
    expect(await endOf("%3Cscript%3E")).toBe("internal-error");
  });

  it("reports a lost connection when the provider has become unreachable", async () => {
    const gone = await startGoogle();
    gone.become();
    const back = await browserOf(authWith(gone)).agree(await browserOf(authWith(gone)).start());
    await gone.stop();
    // Another instance, which has not read the provider's document yet.
    expect((await browserOf(authWith(gone)).finish(back)).outcome).toBe("network-request-failed");
  });

  it("fails if no sign-in was begun", async () => {
    for (const query of ["", "code=x", "state=x&code=y", "state=x&state=y", "error=access_denied"])
      expect(await browser.finish({ cookie: "", url: callback(query) })).not.toMatchObject({ outcome: "ok" });
  });

  it("ignores parameters that name a target, a person or an account to link", async () => {
    const back = await browser.agree(await browser.start());
    const more = {
      callbackURL: "https://evil.example",
      user: '{"email":"evil@example.org"}',
      provider: "x",
      link: "1",
    };
    for (const [name, value] of Object.entries(more)) back.url.searchParams.set(name, value);
    const { outcome, answer } = await browser.finish(back);
    expect([outcome, answer.headers.get("location")]).toEqual(["ok", null]);
    expect(await members()).toMatchObject([{ email: "amina@example.org" }]);
  });
});

const callback = (query: string) => new URL(`http://localhost/api/auth/callback/google?${query}`);

/** Returns the outcome of a sign-in that the provider ends with an error. */
async function endOf(error: string) {
  const { cookie, url } = await browser.start();
  const state = url.searchParams.get("state") ?? "";
  return (await browser.finish({ cookie, url: callback(`error=${error}&state=${state}`) })).outcome;
}
