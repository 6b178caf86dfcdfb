import { Kysely } from "kysely";
import { createServer, type Server } from "node:http";
import { type AddressInfo, BlockList, connect } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { EmbeddedDialect } from "../database/embedded-dialect.ts";
import type { Schema } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { createListener } from "./listener.ts";
import { createReadiness } from "./readiness.ts";
import { alone } from "./siblings.ts";

let server: Server | undefined;
afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

/** Listens on a port of this machine. @returns its address */
async function listen(parts: Partial<Parameters<typeof createListener>[0]>) {
  const listener = createListener({
    handler: { fetch: () => new Response("a page") },
    isReady: async () => true,
    requestsMax: 10,
    isLate: () => false,
    onceHeard: alone().onceHeard,
    files: null,
    kept: null,
    origin: null,
    trustedProxies: new BlockList(),
    log: { request: () => {} },
    ...parts,
  });
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("a request beyond the limit", () => {
  it("is refused with its id, which the log has too", async () => {
    const lines: unknown[] = [];
    const log = { request: (line: object) => void lines.push(line) };
    const address = await listen({ requestsMax: 0, log });
    const answer = await fetch(`${address}/api/events`);
    const id = answer.headers.get("x-request-id");
    expect(await answer.json()).toMatchObject({ code: "unavailable", requestId: id });
    await vi.waitFor(() => expect(lines).toMatchObject([{ id, status: 503, route: "(too many)" }]));
  });
});

const json = (text: string) => new Response(text, { headers: { "content-type": "application/json" } });
const made = (text: string) => listen({ files: import.meta.dirname, handler: { fetch: () => json(text) } });

describe("the answer of a call", () => {
  it.each([
    ["goes as it is when it is short", "é".repeat(400), null, 802],
    ["is packed when it is long", "é".repeat(600), "gzip", null],
  ])("%s", async (_, letters, packing, length) => {
    const address = await made(JSON.stringify(letters));
    const answer = await fetch(address, { method: "POST", headers: { "accept-encoding": "gzip" } });
    const { headers } = answer;
    expect([headers.get("content-encoding"), headers.get("content-length")]).toEqual([
      packing,
      length === null ? null : String(length),
    ]);
    expect(await answer.json()).toBe(letters);
  });
});

describe("an address in another spelling", () => {
  it("redirects to the page's canonical address, the only one that is answered and logged", async () => {
    const asked: string[] = [];
    const lines: unknown[] = [];
    const handler = {
      fetch: (request: Request) => new Response((asked.push(new URL(request.url).pathname), "a page")),
    };
    const address = await listen({ handler, log: { request: (line: object) => void lines.push(line) } });
    const ask = (path: string, method = "GET") => fetch(address + path, { method, redirect: "manual" });
    const { status, headers } = await ask("/view%2Devent/1?near=%4Cyon%20x");
    expect([status, headers.get("location")]).toEqual([308, "/view-event/1?near=Lyon%20x"]);
    expect(asked).toEqual([]);
    await vi.waitFor(() => expect(lines).toMatchObject([{ status: 308, route: "(another spelling)" }]));
    for (const path of ["/view-event/1", "/%61pi/%65vents", "/events?near=%4Cyon"])
      expect((await ask(path)).status).toBe(200);
    expect((await ask("/%6Eewsletter", "POST")).status).toBe(200);
    expect(asked).toEqual(["/view-event/1", "/api/events", "/events", "/newsletter"]);
  });
});

describe("/readyz", () => {
  it("answers load balancers that send no host", async () => {
    const socket = connect(Number(new URL(await listen({})).port), "127.0.0.1").setEncoding("utf8");
    socket.write("GET /readyz HTTP/1.0\r\n\r\n");
    let answer = "";
    for await (const text of socket) answer += String(text);
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*\r\n\r\nready\n$/);
  });

  it("asks the database once a second for any number of callers, and fails once the process is about to stop", async () => {
    const db = await testDatabase();
    let asked = 0;
    const probe = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        asked++;
        return result;
      },
    });
    let isStopping = false;
    const address = await listen({
      isReady: createReadiness({ probe, canSave: async () => true, isStopping: () => isStopping }),
    });
    const states = () => Promise.all(Array.from({ length: 8 }, async () => (await fetch(`${address}/readyz`)).status));

    vi.useFakeTimers({ toFake: ["performance"] });
    expect(new Set(await states())).toEqual(new Set([200]));
    const once = asked;
    expect(once).toBeGreaterThan(0);
    vi.advanceTimersByTime(999);
    await states();
    expect(asked).toBe(once);
    vi.advanceTimersByTime(1);
    await states();
    expect(asked).toBe(2 * once);

    isStopping = true;
    expect(new Set(await states())).toEqual(new Set([503]));
    expect(asked).toBe(2 * once);
  });
});

/** Returns readiness with a database that answers like this. */
const ready = (answer: () => Promise<never>) => {
  const probe = new Kysely<Schema>({ dialect: new EmbeddedDialect(answer, 1000) });
  return createReadiness({ probe, canSave: async () => true, isStopping: () => false })();
};

describe("readiness", () => {
  it("is false while the database refuses to answer", async () => {
    expect(await ready(() => Promise.reject(new Error("no database")))).toBe(false);
  });

  it("is false if the database has not answered for two seconds", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const said = ready(() => new Promise(() => {}));
    vi.advanceTimersByTime(2000);
    expect(await said).toBe(false);
  });
});

describe("a server with a late event loop", () => {
  it("refuses public reads, and accepts all other requests", async () => {
    let isLate = false;
    const address = await listen({ isLate: () => isLate });
    const bearer = { headers: { authorization: "Bearer x" } };
    const asked: [string, RequestInit][] = [
      ["/upcoming-events", {}],
      ["/api/events", { method: "HEAD" }],
      ["/api/join-event", { method: "POST" }],
      ["/api/joined-events", bearer],
      ["/api/auth/token", {}],
      ["/healthz", {}],
      ["/readyz", {}],
    ];
    const answers = () => Promise.all(asked.map(([path, wish]) => fetch(address + path, wish)));
    const statuses = async () => (await answers()).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200, 200]);
    isLate = true;
    expect(await statuses()).toEqual([503, 503, 200, 200, 200, 200, 200]);
    const [page] = await answers();
    expect(page?.headers.get("retry-after")).toBe("2");
    isLate = false;
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200, 200]);
  });
});
