import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newData } from "../setup/data.ts";
import { startServer, type RunningServer } from "../setup/server.ts";

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = await newData("busy");
  server = await startServer({ DATA_DIR: folder, REQUESTS_MAX: "3" });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * A request that stays open until `end`, because its body does not arrive. If it is refused because another one has
 * just ended, it is sent again.
 */
async function beginRequest(): Promise<{ end: () => Promise<unknown> }> {
  for (;;) {
    const socket: Socket = connect(Number(new URL(server.address).port), "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(
      "POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    );
    const closed = once(socket, "close");
    const end = () => {
      socket.destroy();
      return closed;
    };
    const refused = once(socket, "data").then(() => true);
    if (!(await Promise.race([refused, new Promise<false>((resolve) => setTimeout(resolve, 300, false))])))
      return { end };
    await end();
  }
}

const statusOf = async (path: string) => (await fetch(server.address + path)).status;

/** Requests an uncached page until its answer has this status: the server counts requests with a short delay. */
async function becomes(status: number) {
  while ((await statusOf("/account")) !== status) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("a server at its limit of requests", () => {
  it("refuses more at once, serves cached pages, and continues when a request has ended", async () => {
    expect(await statusOf("/aboutUs")).toBe(200);
    const [first, ...others] = [await beginRequest(), await beginRequest()];
    expect(await statusOf("/api/community")).toBe(200);
    others.push(await beginRequest());
    await becomes(503);

    const call = await fetch(`${server.address}/api/events`);
    expect([call.status, call.headers.get("retry-after"), call.headers.get("cache-control")]).toEqual([
      503,
      "2",
      "no-store",
    ]);
    expect(await call.json()).toMatchObject({ code: "unavailable" });
    const page = await fetch(`${server.address}/upcoming-events`);
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(page.headers.get("content-type")).toMatch(/^text\/plain/);
    for (const path of ["/aboutUs", "/api/community", "/healthz", "/readyz", "/favicon.svg"])
      expect([path, await statusOf(path)]).toEqual([path, 200]);

    await first?.end();
    await becomes(200);
    for (const other of others) await other.end();
  });
});
