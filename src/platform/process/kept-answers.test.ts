import { afterEach, describe, expect, it, vi } from "vitest";
import { page, shared, siteOf, text } from "#test/kept-site.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Returns the caching header of an answer, on a site that lets intermediate caches store it for this many seconds. */
async function caching(cacheControl: string, cdnSeconds: number) {
  const { ask } = await siteOf(() => new Response(text, { headers: { "Cache-Control": cacheControl } }), {
    cdnSeconds,
  });
  return (await ask()).headers["cache-control"];
}

describe("kept answers", () => {
  it("are made once, and sent unchanged, but without the list of what they show", async () => {
    const { made, ask } = await siteOf(() => page("a b"));
    const [first, second] = [await ask(), await ask()];
    expect(made.count).toBe(1);
    for (const { status, headers, body } of [first, second]) {
      expect(status).toBe(200);
      expect(body.toString()).toBe(text);
      expect(headers).toMatchObject({
        "content-type": "text/html",
        "cache-control": "public, no-cache",
        "content-length": String(text.length),
        vary: "Accept-Encoding",
      });
      expect(headers).not.toHaveProperty("cache-tag");
    }
    expect(second.headers["etag"]).toBe(first.headers["etag"]);
  });

  it("have each request's own id, and count how often they were used", async () => {
    const { kept, requests, ask } = await siteOf(() => page());
    const first = await ask("/a");
    const known = await ask("/a", { "if-none-match": String(first.headers["etag"]) });
    const again = await ask("/a");
    expect([known.status, again.status]).toEqual([304, 200]);
    expect([first, known, again].map(({ headers }) => headers["x-request-id"])).toEqual(
      [1, 2, 3].map((number) => `request-${number}`),
    );
    expect(requests.map(({ route }) => route)).toEqual(["/a", "/a", "/a"]);
    expect(kept.figures()).toMatchObject({ pages: 1, hits: 2, misses: 1 });
    expect(kept.figures().bytes).toBeGreaterThan(text.length);
    await Promise.all([ask("/b"), ask("/b")]);
    expect(requests.slice(3).map(({ route }) => route)).toEqual(["/b", "/b"]);
    expect(kept.figures()).toMatchObject({ pages: 2, hits: 3, misses: 2 });
  });

  it("are made once for all concurrent callers", async () => {
    const { promise: ready, resolve: go } = Promise.withResolvers<void>();
    const { ask, made } = await siteOf(async () => {
      await ready;
      return page();
    });
    const asked = Array.from({ length: 20 }, () => ask("/?q=rare"));
    await vi.waitFor(() => expect(made.count).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    go();
    for (const { body } of await Promise.all(asked)) expect(body.toString()).toBe(text);
    expect(made.count).toBe(1);
  });

  it.each([
    ["is marked as private", () => new Response(text, { headers: { "Cache-Control": "private, no-cache" } }), {}],
    ["has no caching header", () => new Response(text), {}],
    ["is not successful", () => new Response(text, { status: 404, headers: shared }), {}],
    ["sets a cookie", () => new Response(text, { headers: { ...shared, "Set-Cookie": "a=b" } }), {}],
    ["is for a caller with a token", () => page(), { authorization: "Bearer abc" }],
  ])("are made again when one %s, even for concurrent callers", async (_, make, headers: Record<string, string>) => {
    const { ask, made } = await siteOf(make);
    await Promise.all([ask("/", headers), ask("/", headers)]);
    await ask("/", headers);
    expect(made.count).toBe(3);
  });

  it("are not used for a caller with a token, nor for changes", async () => {
    const { ask, made } = await siteOf(() => page());
    await ask();
    await ask("/", { authorization: "Bearer abc" });
    await ask("/", {}, "POST");
    expect(made.count).toBe(3);
  });

  it("are made again when a topic that they show is announced", async () => {
    const { ask, made, kept } = await siteOf((path) => page(path === "/any" ? undefined : path.slice(1)));
    const askAll = async () => {
      for (const path of ["/a", "/b", "/any"]) await ask(path);
      return made.count;
    };
    expect([await askAll(), await askAll()]).toEqual([3, 3]);
    kept.drop("a");
    expect(await askAll()).toBe(5);
    kept.drop("c");
    expect(await askAll()).toBe(6);
    kept.dropAll();
    expect([await askAll(), await askAll()]).toEqual([9, 9]);
  });

  it("never go to a request after an announcement if they were begun before it", async () => {
    const waiting: (() => void)[] = [];
    const { ask, made, kept } = await siteOf(async (_path, count) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return page("a", `${count} ${text}`);
    });
    for (const [change, shown] of [
      [() => kept.drop("a"), 2],
      [() => kept.dropAll(), 2],
      // If another topic is announced, an answer begun before is still right.
      [() => kept.drop("c"), 1],
    ] as const) {
      const before = made.count;
      const early = ask();
      await vi.waitFor(() => expect(waiting).toHaveLength(1));
      change();
      const late = ask();
      await vi.waitFor(() => expect(waiting).toHaveLength(2));
      waiting.shift()?.();
      expect((await early).body.toString()).toMatch(new RegExp(`^${before + 1} `));
      // The request in between waits for the later answer, unless the early one was kept.
      const between = ask();
      await new Promise((resolve) => setTimeout(resolve, 50));
      waiting.shift()?.();
      expect((await between).body.toString()).toMatch(new RegExp(`^${before + shown} `));
      expect((await late).body.toString()).toMatch(new RegExp(`^${before + 2} `));
      expect((await ask()).body.toString()).toMatch(new RegExp(`^${before + 2} `));
      expect(made.count).toBe(before + 2);
      kept.dropAll();
    }
  });

  it("expire when the site changes by itself, at midnight (UTC), and after a minute", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-22T12:00:00Z") });
    let next: Date | null = new Date("2026-11-22T12:00:10Z");
    const { ask, made } = await siteOf(() => page(), { nextMoment: async () => next });
    const madeAt = async (moment: string) => {
      vi.setSystemTime(Date.parse(`2026-11-${moment}Z`));
      await ask();
      return made.count;
    };
    expect(await madeAt("22T12:00:00")).toBe(1);
    expect(await madeAt("22T12:00:10")).toBe(1);
    next = null;
    expect(await madeAt("22T12:00:10.001")).toBe(2);
    expect(await madeAt("22T12:01:10.001")).toBe(2);
    expect(await madeAt("22T12:01:10.002")).toBe(3);
    expect(await madeAt("22T23:59:30")).toBe(4);
    expect(await madeAt("22T23:59:59.999")).toBe(4);
    expect(await madeAt("23T00:00:00")).toBe(5);
  });

  it("are at most two seconds old while other processes cannot be heard", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-22T12:00:00Z") });
    let isHeard = true;
    const { ask, made } = await siteOf(() => page(), { isHeard: () => isHeard });
    const madeAfter = async (milliseconds: number) => {
      vi.setSystemTime(Date.parse("2026-11-22T12:00:00Z") + milliseconds);
      await ask();
      return made.count;
    };
    expect(await madeAfter(0)).toBe(1);
    expect(await madeAfter(2001)).toBe(1);
    isHeard = false;
    expect(await madeAfter(2000)).toBe(1);
    expect(await madeAfter(2001)).toBe(2);
    expect(await madeAfter(4001)).toBe(2);
    expect(await madeAfter(4002)).toBe(3);
  });

  it("stay within their size limit: the least recently requested go", async () => {
    const { ask, made } = await siteOf(() => page(), { bytesMax: 3 * (4096 + text.length) });
    for (const path of ["/1", "/2", "/3", "/1", "/4"]) await ask(path);
    expect(made.count).toBe(4);
    for (const path of ["/1", "/3", "/4"]) await ask(path);
    expect(made.count).toBe(4);
    await ask("/2");
    expect(made.count).toBe(5);
    // A compressed copy takes additional space.
    await ask("/2", { "accept-encoding": "br" });
    for (const path of ["/2", "/4"]) await ask(path);
    expect(made.count).toBe(5);
    await ask("/3");
    expect(made.count).toBe(6);
  });

  it("free all their space when dropped, in every encoding", async () => {
    const { ask, made, kept } = await siteOf(() => page(), { bytesMax: 3 * (4096 + text.length) });
    for (let round = 0; round < 200; round++) {
      await ask("/", { "accept-encoding": "br" });
      kept.drop("a");
    }
    made.count = 0;
    for (const path of ["/1", "/2", "/3", "/1", "/2", "/3"]) await ask(path);
    expect(made.count).toBe(3);
  });

  it("are kept with a query from the second request on", async () => {
    const { ask, made } = await siteOf(() => page());
    await ask("/?q=a");
    await ask("/?q=a");
    expect(made.count).toBe(2);
    await ask("/?q=a");
    expect(made.count).toBe(2);
    await ask(`/?q=${"a".repeat(400)}`);
    await ask(`/?q=${"a".repeat(400)}`);
    await ask(`/?q=${"a".repeat(400)}`);
    expect(made.count).toBe(5);
  });

  it("are separate for each host, if links depend on the request's host", async () => {
    const { ask, made } = await siteOf(() => page(), { byHost: true });
    await ask("/", { host: "a.example" });
    await ask("/", { host: "b.example" });
    expect(made.count).toBe(2);
    await ask("/", { host: "a.example" });
    expect(made.count).toBe(2);
  });

  it("may be stored by intermediate caches for a while, if the host configures that", async () => {
    expect(await caching("public, no-cache", 0)).toBe("public, no-cache");
    expect(await caching("public, no-cache", 30)).toBe("public, max-age=0, s-maxage=30");
    expect(await caching("public, max-age=3600", 30)).toBe("public, max-age=3600");
    expect(await caching("private, no-cache", 30)).toBe("private, no-cache");
  });

  it("are finished as long as a client waits, and aborted otherwise", async () => {
    const signals: AbortSignal[] = [];
    const { ask, made, open, connections } = await siteOf((_path, count, gone) => {
      signals.push(gone);
      if (count > 1) return page();
      return new Promise((_, reject) => gone.addEventListener("abort", () => reject(new Error("nobody waits"))));
    });
    const [first, second] = [open(), open()];
    await vi.waitFor(async () => expect(await connections()).toBe(2));
    await vi.waitFor(() => expect(made.count).toBe(1));
    // Both requests have been sent by the time a third has been answered.
    expect((await ask("/another")).status).toBe(200);
    first();
    await vi.waitFor(async () => expect(await connections()).toBeLessThan(2));
    expect((await ask("/another", { "if-none-match": "" })).status).toBe(200);
    expect(signals[0]?.aborted).toBe(false);
    second();
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true));
    expect((await ask()).status).toBe(200);
    // Requests that were answered do not count as disconnected clients.
    expect(signals.slice(1).map(({ aborted }) => aborted)).toEqual(signals.slice(1).map(() => false));
  });

  it("do not block further attempts after a failure", async () => {
    const { ask, made } = await siteOf((_path, count) => {
      if (count === 1) throw new Error("no database");
      return page();
    });
    expect((await ask()).status).toBe(500);
    expect((await ask()).status).toBe(200);
    expect(made.count).toBe(2);
  });
});
