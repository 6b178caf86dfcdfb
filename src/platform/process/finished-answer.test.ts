import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { page, siteOf, text } from "#test/kept-site.ts";

describe("finished answers", () => {
  it("are compressed as the caller accepts, each encoding with its own ETag", async () => {
    const { ask, made } = await siteOf(() => page());
    const accepted = { br: "gzip, deflate, br", gzip: "gzip;q=0.5, br;q=0", identity: "br;q=0.0, x-br" };
    const marks = new Set<unknown>();
    for (let round = 0; round < 2; round++) {
      for (const [packing, accepts] of Object.entries(accepted)) {
        const { headers, body } = await ask("/", { "accept-encoding": accepts });
        expect(headers["content-encoding"]).toBe(packing === "identity" ? undefined : packing);
        const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }[packing];
        expect(unpack?.(body).toString()).toBe(text);
        marks.add(headers["etag"]);
      }
    }
    expect(marks.size).toBe(3);
    expect(made.count).toBe(1);
  });

  it("are compressed better when they are kept, under the same ETag", async () => {
    const words = Array.from({ length: 3000 }, (_, index) => `${index} ${(index * 7919) % 613}`).join(" and ");
    const { ask } = await siteOf(() => page(undefined, words));
    for (const packing of ["br", "gzip"]) {
      const asked = () => ask(`/?with=${packing}`, { "accept-encoding": packing });
      // An address with a query is kept from its second request on.
      const [once, often] = [await asked(), await asked()];
      expect(often.body.length).toBeLessThan(once.body.length);
      expect(often.headers["etag"]).toBe(once.headers["etag"]);
    }
  });

  it("are not compressed if that saves nothing", async () => {
    const picture = { "Content-Type": "image/png", "Cache-Control": "public, max-age=3600" };
    const { ask } = await siteOf((path) =>
      path === "/short" ? page(undefined, "short") : new Response(text, { headers: picture }),
    );
    for (const path of ["/picture", "/short"]) {
      const { headers } = await ask(path, { "accept-encoding": "br" });
      expect(headers).not.toHaveProperty("content-encoding");
      expect(headers).not.toHaveProperty("vary");
    }
  });

  it("are not sent to a caller who already has them, and HEAD gets only headers", async () => {
    const { ask } = await siteOf(() => page());
    const { headers } = await ask();
    const etag = String(headers["etag"]);
    for (const known of [etag, `"other", W/${etag}`]) {
      const answer = await ask("/", { "if-none-match": known });
      expect(answer).toMatchObject({ status: 304, headers: { etag, "cache-control": "public, no-cache" } });
      expect(answer.body).toHaveLength(0);
    }
    expect(await ask("/", { "if-none-match": '"other"' })).toMatchObject({ status: 200 });
    expect(await ask("/", { "if-none-match": etag, "accept-encoding": "br" })).toMatchObject({ status: 200 });
    const head = await ask("/", {}, "HEAD");
    expect(head.headers).toMatchObject({ etag, "content-length": String(text.length) });
    expect(head.body).toHaveLength(0);
  });
});
