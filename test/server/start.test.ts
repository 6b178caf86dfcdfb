import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newData } from "../setup/data.ts";
import { runServer, startServer, type RunningServer } from "../setup/server.ts";

let folder: string;
/** A data folder without a server. */
let unused: string;
let server: RunningServer;
let stranger: Server | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "goodturn-server-"));
  unused = await newData("unused");
  server = await startServer({ DATA_DIR: join(folder, "data"), DEMO: "", DURABLE: "" });
});

afterEach(() => void stranger?.close());

afterAll(async () => {
  await server.stop();
  for (const data of [folder, unused]) rmSync(data, { recursive: true, force: true });
});

/** Sends these headers, which `fetch` would not allow. */
function askAs(headers: Record<string, string>, path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = get(server.address + path, { headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => (text += String(part)));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.on("error", reject);
  });
}

const secret = "0123571789abcdef0123571789abcdef";

describe("a first start", () => {
  it("says where the site is, where its data are, and what is not set up", () => {
    const lines = server.said();
    expect(lines).toMatch(/^Goodturn is at http:\/\/localhost:\d+ \(started in \d+\.\d s\)$/m);
    expect(lines).toContain(`Data: ${join(folder, "data/database")}, an embedded database for this one process`);
    expect(lines).toMatch(/^Data: .* What it has confirmed is on the disk\. .* set DATABASE_URL/m);
    expect(lines).toMatch(/^Demo: /m);
    expect(lines).toMatch(/^Identity: built in/m);
    expect(lines).toMatch(/^Mail: not configured\. .*SMTP_URL/m);
    expect(lines).toMatch(/^Google: not configured\. .*GOOGLE_CLIENT_ID/m);
    expect(lines).toMatch(/^Public address: not configured\. .*ORIGIN/m);
  });

  it("makes a secret that only its owner can read", () => {
    const file = join(folder, "data/auth-secret");
    expect(readFileSync(file, "utf8").trim()).toMatch(/^[\w-]{43}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("never sends readers to a host that a request made up", async () => {
    const paths = ["/", "/sitemap.xml", "/robots.txt", "/upcoming-events", "/upcoming-events.data", "/_root.data"];
    const feeds = ["ics", "rss", "atom", "json"].map((format) => `/api/feeds/events.${format}`);
    for (const path of [...paths, ...feeds]) {
      for (const headers of [
        { host: "evil.example" },
        { host: "evil.example:3000", "x-forwarded-host": "evil.example" },
      ]) {
        expect((await askAs(headers, path)).text).not.toContain("evil.example");
      }
      const forwarded = {
        host: new URL(server.address).host,
        "x-forwarded-host": "evil.example",
        forwarded: "host=evil.example",
      };
      expect((await askAs(forwarded, path)).text).not.toContain("evil.example");
    }
    expect((await askAs({ host: "evil.example" }, "/sitemap.xml")).text).toContain(`<loc>${server.address}/</loc>`);
  });

  it("denies pages all browser features that they do not need, and sends no https header without https", async () => {
    const { headers } = await fetch(server.address);
    expect(headers.get("strict-transport-security")).toBeNull();
    const policy = headers.get("permissions-policy")?.split(", ") ?? [];
    const ours = ["geolocation", "camera", "publickey-credentials-get", "publickey-credentials-create"];
    expect(policy.filter((rule) => !rule.endsWith("=()")).toSorted()).toEqual(
      ours.map((name) => `${name}=(self)`).toSorted(),
    );
    for (const name of ["microphone", "payment", "usb"]) expect(policy).toContain(`${name}=()`);
  });

  it("forbids framing and guessing types, and scripts in files opened as pages", async () => {
    for (const path of ["/", "/api/events", "/healthz", "/favicon.svg"]) {
      const { headers } = await fetch(server.address + path);
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    }
    const file = await fetch(`${server.address}/favicon.svg`);
    expect(file.headers.get("content-security-policy")).toContain("default-src 'none'");
    const { headers } = await fetch(server.address);
    expect(headers.get("content-security-policy")).toMatch(/script-src 'self' 'sha256-.*base-uri 'none'/);
  });

  it("lets other sites frame /embed and read open data, and nothing else", async () => {
    const framed = await fetch(`${server.address}/embed`);
    expect(framed.headers.get("x-frame-options")).toBeNull();
    expect(framed.headers.get("content-security-policy")).toMatch(/style-src 'sha256-[^;]*; .*frame-ancestors \*$/);
    for (const path of ["/", "/embed/make", "/upcoming-events", "/embed/none", "/embed.data"]) {
      const { headers } = await fetch(server.address + path);
      expect([path, headers.get("x-frame-options")]).toEqual([path, "SAMEORIGIN"]);
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.has("access-control-allow-origin")).toBe(false);
    }
    // Sent twice: rendered, and cached; and a file.
    for (const path of ["/api/events", "/api/events", "/scenes/food.svg", "/avatars/ab-3.svg"]) {
      const { headers } = await fetch(server.address + path);
      expect([path, headers.get("access-control-allow-origin")]).toEqual([path, "*"]);
      expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    }
    for (const path of ["/favicon.svg", "/healthz", "/api/auth/get-session"])
      expect((await fetch(server.address + path)).headers.has("access-control-allow-origin")).toBe(false);
  });

  it("lets caches store the data of a page like the page, and shared caches no missing page", async () => {
    for (const [path, caching] of [
      ["/", "public, no-cache"],
      ["/_.data", "public, no-cache"],
      ["/upcoming-events", "public, no-cache"],
      ["/upcoming-events.data", "public, no-cache"],
      ["/view-event/nothing.data", "private, no-cache"],
    ] as const) {
      expect([path, (await fetch(server.address + path)).headers.get("cache-control")]).toEqual([path, caching]);
    }
  });

  it("reports being alive and ready", async () => {
    for (const [path, text] of [
      ["/healthz", "alive\n"],
      ["/readyz", "ready\n"],
    ] as const) {
      const answer = await fetch(server.address + path);
      expect([answer.status, await answer.text(), answer.headers.get("cache-control")]).toEqual([
        200,
        text,
        "no-store",
      ]);
    }
  });

  it("serves the page compressed, and its files as immutable", async () => {
    const page = await fetch(server.address, { headers: { "accept-encoding": "gzip" } });
    expect([page.status, page.headers.get("content-encoding")]).toEqual([200, "gzip"]);
    const [script] = /\/assets\/entry\.client-[\w-]+\.js/.exec(await page.text()) ?? [];
    const file = await fetch(server.address + script, { headers: { "accept-encoding": "br" } });
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "content-encoding": "br",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    const picture = await fetch(`${server.address}/scenes/cleanup.svg`);
    expect(picture.headers.get("cache-control")).toBe("public, max-age=3600");
    const again = { headers: { "if-none-match": picture.headers.get("etag") ?? "" } };
    expect((await fetch(`${server.address}/scenes/cleanup.svg`, again)).status).toBe(304);
    expect((await fetch(`${server.address}/scenes/cleanup-2.svg`, again)).status).toBe(200);
  });

  it("gives each request an id of its own, whatever id the caller sends", async () => {
    const ids = await Promise.all(
      ["/", "/", "/healthz", "/api/nothing", "/favicon.svg"].map(async (path) => {
        const { headers } = await fetch(server.address + path, { headers: { "x-request-id": "a-caller-s" } });
        return headers.get("x-request-id");
      }),
    );
    for (const id of ids) expect(id).toMatch(/^[\da-f-]{18}$/);
    expect(new Set(ids).size).toBe(ids.length);
    expect(server.written()).not.toContain("a-caller-s");
  });

  it("serves nothing outside of the folder of files", async () => {
    for (const path of ["/..%2f..%2fpackage.json", "/assets/..%2f..%2f..%2fpackage.json", "/%2e%2e/server/index.js"]) {
      expect((await fetch(server.address + path)).status).toBe(404);
    }
  });

  it("shows demo events in the API", async () => {
    const answer = await fetch(`${server.address}/api/events`);
    expect(await answer.json()).toHaveLength(36);
  });
});

describe("a start with an https address, on a folder that others could read", () => {
  it("requires https from then on, and keeps others out", async () => {
    const data = await newData("open");
    mkdirSync(join(data, "mail"), { recursive: true });
    writeFileSync(join(data, "mail/old.eml"), "To: somebody");
    for (const path of [data, join(data, "mail")]) chmodSync(path, 0o755);
    chmodSync(join(data, "mail/old.eml"), 0o644);
    const secure = await startServer({ DATA_DIR: data, ORIGIN: "https://goodturn.example" });
    try {
      const page = await fetch(secure.address);
      const file = await fetch(`${secure.address}/favicon.svg`);
      for (const { headers } of [page, file]) {
        expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
      }
      expect(await page.text()).toContain('href="https://goodturn.example/"');
      const modes = ["", "mail", "mail/old.eml"].map((path) => (statSync(join(data, path)).mode & 0o777).toString(8));
      expect(modes).toEqual(["700", "700", "600"]);
    } finally {
      await secure.stop();
      rmSync(data, { recursive: true });
    }
  });
});

describe("a start that fails", () => {
  it("names a port in use, and leaves the data free", async () => {
    stranger = createServer();
    await new Promise<void>((resolve) => stranger?.listen(0, "127.0.0.1", resolve));
    const { port } = stranger.address() as AddressInfo;
    expect(await runServer({ DATA_DIR: unused, PORT: String(port) })).toEqual({
      code: 1,
      written: `PORT: ${port} on 127.0.0.1 is in use; stop what uses it, or set PORT to another.\n`,
    });
  });

  it("names a data folder in use by another process", async () => {
    expect(await runServer({ DATA_DIR: join(folder, "data") })).toEqual({
      code: 1,
      written: `DATA_DIR: ${join(folder, "data")} is in use by another process of Goodturn; stop that one first.\n`,
    });
  });

  it("names a data folder without write access", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const { code, written } = await runServer({ DATA_DIR: join(file, "data") });
    expect(code).toBe(1);
    expect(written).toMatch(/^DATA_DIR: .*\/file\/data cannot be written to: ENOTDIR[^\n]*\n$/);
  });

  it("names an unreachable database", async () => {
    const url = "postgres://somebody:hidden@127.0.0.1:1/goodturn";
    const { code, written } = await runServer({ DATABASE_URL: url, AUTH_SECRET: secret });
    expect(code).toBe(1);
    expect(written).toMatch(/^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:1\/goodturn cannot be reached: [^\n]*\n$/);
    expect(written).not.toContain("hidden");
  });

  it("requires a secret for a database that instances may share", async () => {
    const { code, written } = await runServer({ DATABASE_URL: "postgres://127.0.0.1:1/goodturn" });
    expect(code).toBe(1);
    expect(written).toMatch(/^AUTH_SECRET has to be set when DATABASE_URL is[^\n]*\n$/);
  });

  it("names every wrong value, in a sentence each", async () => {
    const { code, written } = await runServer({ PORT: "many", DEMO: "maybe", DATA_DIR: unused });
    expect(code).toBe(1);
    expect(written).toBe(
      "PORT is 'many'; it has to be a whole number from 1 to 65535.\nDEMO is 'maybe'; it has to be 'on' or 'off'.\n",
    );
  });

  it("refuses Firebase's emulator in production", async () => {
    const { code, written } = await runServer({
      FIREBASE_API_KEY: "key",
      FIREBASE_AUTH_DOMAIN: "demo-x.firebaseapp.com",
      FIREBASE_PROJECT_ID: "demo-x",
      FIREBASE_STORAGE_BUCKET: "demo-x.appspot.com",
      FIREBASE_MESSAGING_SENDER_ID: "1",
      FIREBASE_APP_ID: "1:1:web:1",
      FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099",
      NODE_ENV: "production",
      DATA_DIR: unused,
    });
    expect(code).toBe(1);
    expect(written).toMatch(/^FIREBASE_AUTH_EMULATOR_HOST is set, and NODE_ENV is 'production'[^\n]*\n$/);
  });

  it("refuses a truncated secret", async () => {
    writeFileSync(join(unused, "auth-secret"), "short\n");
    const { code, written } = await runServer({ DATA_DIR: unused });
    expect(code).toBe(1);
    expect(written).toMatch(/auth-secret holds fewer than 32 characters; delete it to get a new one[^\n]*\n$/);
  });
});
