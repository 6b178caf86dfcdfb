import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newData } from "../setup/data.ts";
import { startServer, type RunningServer } from "../setup/server.ts";

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = await newData("stop");
});

beforeEach(async () => {
  server = await startServer({ DATA_DIR: folder });
});

afterEach(() => server.stop());

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sends part of a request and waits; `finish` sends the rest and resolves with all that was answered. */
async function beginRequest(address: string) {
  const { port } = new URL(address);
  const body = JSON.stringify({ email: "drained@demo.example" });
  const socket = connect(Number(port), "127.0.0.1").setEncoding("utf8");
  let answer = "";
  socket.on("data", (text: string) => (answer += text));
  socket.write(
    `POST /api/subscribe HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  const finish = async () => {
    socket.write(body);
    await new Promise((resolve) => socket.once("close", resolve));
    return answer;
  };
  return { finish };
}

const canConnect = (address: string) =>
  fetch(`${address}/healthz`).then(
    () => true,
    () => false,
  );

describe("SIGTERM", () => {
  it("lets a request in flight finish, takes no more, and ends with 0", async () => {
    const request = await beginRequest(server.address);
    const ended = server.stop();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await canConnect(server.address)).toBe(false);
    expect(await request.finish()).toMatch(/^HTTP\/1\.1 20\d /);
    expect(await ended).toBe(0);
    expect(server.written()).not.toMatch(/error/i);
  });

  it("is told to balancers first, where they are given time for it, and everybody is served until then", async () => {
    const slow = await startServer({ DATA_DIR: `${folder}/slow`, DRAIN_SECONDS: "2" });
    const states = async () =>
      Promise.all(
        ["/readyz", "/", "/api/events"].map(async (path) => {
          const { status, headers } = await fetch(slow.address + path);
          return [path, status, headers.get("connection")];
        }),
      );
    expect(await states()).toEqual([
      ["/readyz", 200, "keep-alive"],
      ["/", 200, "keep-alive"],
      ["/api/events", 200, "keep-alive"],
    ]);
    const ended = slow.stop();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const told = [
      ["/readyz", 503, "close"],
      ["/", 200, "close"],
      ["/api/events", 200, "close"],
    ];
    expect(await states()).toEqual(told);
    expect(await ended).toBe(0);
    expect(await canConnect(slow.address)).toBe(false);
  });

  it("does not wait for connections on which nothing is asked", async () => {
    // fetch keeps its connection open, and browsers open some ahead.
    expect(await canConnect(server.address)).toBe(true);
    const ahead = connect(Number(new URL(server.address).port), "127.0.0.1");
    ahead.on("error", () => {});
    await once(ahead, "connect");
    const begun = performance.now();
    expect(await server.stop()).toBe(0);
    // Else it would have waited for the limit, which is ten seconds.
    expect(performance.now() - begun).toBeLessThan(9000);
  });

  it("waits at most ten seconds for a request that never ends", { timeout: 20_000 }, async () => {
    await beginRequest(server.address);
    const begun = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - begun).toBeGreaterThan(9000);
  });
});

describe("kill -9", () => {
  it("leaves nothing that keeps the next start from beginning", async () => {
    process.kill(server.pid, "SIGKILL");
    await server.ended;
    server = await startServer({ DATA_DIR: folder });
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  });
});
