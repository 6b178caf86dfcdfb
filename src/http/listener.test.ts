import { createServer, type Server } from "node:http";
import { type AddressInfo, BlockList } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { testDatabase } from "#test/database.ts";
import { createListener } from "./listener.ts";
import { alone } from "./siblings.ts";

let server: Server | undefined;
afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

describe("/readyz", () => {
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
    const listener = createListener({
      handler: { fetch: () => new Response("a page") },
      probe,
      isStopping: () => isStopping,
      requestsMax: 10,
      onceHeard: alone().onceHeard,
      files: null,
      kept: null,
      origin: null,
      trustedProxies: new BlockList(),
    });
    server = createServer(listener);
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
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
