import { createServer, type Server } from "node:http";
import { type AddressInfo, BlockList, connect } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Database } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { createListener } from "./listener.ts";
import { alone } from "./siblings.ts";

let server: Server | undefined;
afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

async function listen(db: Database, isStopping = () => false): Promise<number> {
  const listener = createListener({
    handler: { fetch: () => new Response("a page") },
    probe: db,
    isStopping,
    requestsMax: 10,
    onceHeard: alone().onceHeard,
    files: null,
    kept: null,
    origin: null,
    trustedProxies: new BlockList(),
  });
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

describe("/readyz", () => {
  it("answers balancers that name no host", async () => {
    const socket = connect(await listen(await testDatabase()), "127.0.0.1").setEncoding("utf8");
    socket.write("GET /readyz HTTP/1.0\r\n\r\n");
    let answer = "";
    for await (const text of socket) answer += String(text);
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*\r\n\r\nready\n$/);
  });

  it("asks the database once a second, however many ask, and says no as soon as we are to stop", async () => {
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
    const port = await listen(probe, () => isStopping);
    const states = () =>
      Promise.all(Array.from({ length: 8 }, async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status));

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
