import { getRequestListener } from "@hono/node-server";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { testDatabase } from "#test/database.ts";
import { browserOf } from "#test/google.ts";
import { authFor, makeIn, type Make, type TestAuth } from "#test/make.ts";

let make: Make;
let auth: TestAuth;
let http: Server;
let base: string;

// The sign-in calls the stand-in as it would call Google, so the stand-in must run at its declared address.
beforeAll(async () => {
  const listener = getRequestListener((request) => auth.handle(request, "127.0.0.1"), {
    // Other tests in this worker must get their own `Response` back.
    overrideGlobalObjects: false,
  });
  http = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  base = `http://localhost:${(http.address() as AddressInfo).port}`;
});
afterAll(() => void http.close());
beforeEach(async () => {
  make = makeIn(await testDatabase());
  auth = authFor(make.db, { google: "stand-in" });
});

/** The links on the page for choosing, by their text. */
async function choicesAt(url: URL) {
  const answer = await fetch(url);
  const text = await answer.text();
  const links = [...text.matchAll(/<a href="([^"]+)">\s*([^<]+?)\s*</g)];
  return { answer, text, links: new Map(links.map(([, href = "", words]) => [words, href.replaceAll("&amp;", "&")])) };
}

async function choose(words: string) {
  const browser = browserOf(auth, base);
  const { cookie, url } = await browser.start();
  const { links } = await choicesAt(url);
  return { browser, hop: await browser.agree({ cookie, url: new URL(links.get(words) ?? "") }) };
}

const tradeFor = (code: string, more: Record<string, string>) =>
  fetch(`${base}/api/auth/stand-in/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "authorization_code", code, ...more }),
  });

describe("the stand-in for Google", () => {
  it("states that it is not Google, in a page without script", async () => {
    const { url } = await browserOf(auth, base).start();
    const { answer, text, links } = await choicesAt(url);
    expect(text).toContain("<h1>This is not Google</h1>");
    expect(text).not.toContain("<script");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect([...links.keys()]).toEqual([
      "Continue as Demo Volunteer",
      "Continue as Demo Organizer",
      "Continue as Demo Neighbor",
      "Cancel",
    ]);
  });

  it("logs in the chosen person, with an ordinary new account", async () => {
    const { browser, hop } = await choose("Continue as Demo Volunteer");
    expect((await browser.finish(hop)).outcome).toBe("ok");
    const members = await make.db.selectFrom("members").select(["name", "email", "email_verified"]).execute();
    expect(members).toEqual([{ name: "Demo Volunteer", email: "demo.volunteer@demo.example", email_verified: true }]);
  });

  it("logs in no person after Cancel", async () => {
    const { browser, hop } = await choose("Cancel");
    expect((await browser.finish(hop)).outcome).toBe("access-denied");
    expect(await make.db.selectFrom("members").select("id").execute()).toEqual([]);
  });

  it.each([
    ["redirect_uri", "https://evil.example/"],
    ["client_id", "another"],
    ["response_type", "token"],
    ["code_challenge_method", "plain"],
    ["code_challenge", ""],
    ["nonce", ""],
  ])("issues no code when %s is %j", async (name, value) => {
    const { url } = await browserOf(auth, base).start();
    url.searchParams.set(name, value);
    url.searchParams.set("as", "stand-in-1");
    const answer = await fetch(url, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    expect(await answer.text()).toContain("did not start at Goodturn");
  });

  it("exchanges a code for tokens once, for the program that began, and only with the secret and the verifier", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { browser, hop } = await choose("Continue as Demo Organizer");
    const code = hop.url.searchParams.get("code") ?? "";
    const stolen = await tradeFor(code, { client_id: "another", client_secret: "x", code_verifier: "x" });
    expect([stolen.status, await stolen.json()]).toEqual([401, { error: "invalid_client" }]);
    // The failed exchange has used up the code.
    expect((await browser.finish(hop)).outcome).toBe("internal-error");
    expect(warned.mock.calls.flat()).toContainEqual(expect.objectContaining({ error: "invalid_grant" }));
    warned.mockRestore();
  });

  it("refuses userinfo without a token of its own", async () => {
    const answer = await fetch(`${base}/api/auth/stand-in/userinfo`, { headers: { authorization: "Bearer x.y.z" } });
    expect(answer.status).toBe(401);
  });

  it.each([
    ["another machine", "http://localhost:3000", "192.0.2.1", {}],
    ["another machine, which an IPv4 socket for both shows", "http://localhost:3000", "::ffff:192.0.2.1", {}],
    ["another host name", "http://goodturn.example", "127.0.0.1", {}],
    ["a name that begins like ours", "http://localhost.evil.example", "127.0.0.1", {}],
    ["a network address", "http://192.168.1.7:3000", "127.0.0.1", {}],
    ["a proxy", "http://localhost:3000", "127.0.0.1", { "x-forwarded-for": "192.0.2.1" }],
    [
      "a proxy on this machine, for this machine",
      "http://localhost:3000",
      "127.0.0.1",
      { "x-forwarded-for": "127.0.0.1" },
    ],
    ["a proxy that names the host", "http://localhost:3000", "127.0.0.1", { "x-forwarded-host": "goodturn.example" }],
    ["a proxy of the newer kind", "http://localhost:3000", "127.0.0.1", { forwarded: "for=192.0.2.1" }],
    ["a proxy that names itself", "http://localhost:3000", "127.0.0.1", { via: "1.1 proxy" }],
  ])("does not exist for %s", async (_, from, address, headers) => {
    const ask = (method: string, path: string) =>
      auth.handle(new Request(`${from}/api/auth/${path}`, { method, headers }), address);
    for (const path of [".well-known/openid-configuration", "authorize", "jwks", "userinfo"])
      await expect(ask("GET", `stand-in/${path}`)).rejects.toMatchObject({ code: "no_such_call" });
    await expect(ask("POST", "stand-in/token")).rejects.toMatchObject({ code: "no_such_call" });
    await expect(ask("POST", "sign-in/google")).rejects.toMatchObject({ code: "no_google_sign_in" });
    await expect(ask("GET", "callback/google?code=x&state=y")).rejects.toMatchObject({ code: "no_such_call" });
  });

  it("has no other calls", async () => {
    for (const path of ["", "/", "/token", "/__proto__", "x", "/authorize/"]) {
      const call = auth.handle(new Request(`${base}/api/auth/stand-in${path}`), "127.0.0.1");
      await expect(call).rejects.toMatchObject({ code: "no_such_call" });
    }
  });
});
