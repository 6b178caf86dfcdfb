import { rmSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readStream } from "../event-stream.ts";
import { newData } from "../setup/data.ts";
import { startServer, type RunningServer } from "../setup/server.ts";

let folder: string;
let server: RunningServer;
let eventId: string;

beforeAll(async () => {
  folder = await newData("live");
  server = await startServer({ DATA_DIR: folder, DEMO: "on", LIVE_VIEWERS_PER_ADDRESS: "2" });
  const [event] = (await (await fetch(`${server.address}/api/events?limit=1`)).json()) as { _id: string }[];
  eventId = event?._id ?? "";
});

const answers: IncomingMessage[] = [];
afterEach(() => {
  for (const answer of answers.splice(0)) answer.destroy();
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens an event's stream, by default as a browser does. */
async function watch(id = eventId, accept = "text/event-stream") {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.address}/api/events/${id}/live`, { headers: { accept } }, resolve).once("error", reject);
  });
  answers.push(answer);
  const page = readStream(Readable.toWeb(answer) as ReadableStream<Uint8Array>);
  return { status: answer.statusCode, headers: answer.headers, page, answer };
}

describe("a stream of live numbers", () => {
  it.each(["text/event-stream", "*/*"])("is sent as it is written to clients that accept %s", async (accept) => {
    const { status, headers, page } = await watch(eventId, accept);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(await page.next()).toMatchObject({ event: "numbers", data: { status: "active" } });
  });

  it("is refused like every other call, and is freed when a page is closed", async () => {
    const none = await watch("00000000-0000-7000-8000-000000000000");
    expect([none.status, none.headers["content-type"]]).toEqual([404, "application/json"]);
    const open = await Promise.all([watch(), watch()]);
    await Promise.all(open.map(({ page }) => page.next()));
    expect((await watch()).status).toBe(429);
    open[0]?.answer.destroy();
    while ((await watch()).status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it("ends at once when the server is told to stop", { timeout: 20_000 }, async () => {
    const { page } = await watch();
    await page.next();
    const begun = performance.now();
    const ended = server.stop();
    expect(await page.next()).toBeNull();
    expect(await ended).toBe(0);
    // Otherwise the server would have waited for the limit of ten seconds.
    expect(performance.now() - begun).toBeLessThan(9000);
    expect(server.written()).not.toMatch(/error/i);
  });
});
