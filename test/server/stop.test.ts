import { once } from "node:events";
import { rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newData } from "../setup/data.ts";
import { startServer, type RunningServer } from "../setup/server.ts";

let folder: string;
/** The data folder of a second server beside the first. */
let otherFolder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = await newData("stop");
  otherFolder = await newData("stop");
});

beforeEach(async () => {
  server = await startServer({ DATA_DIR: folder });
});

afterEach(() => server.stop());

afterAll(() => {
  for (const data of [folder, otherFolder]) rmSync(data, { recursive: true, force: true });
});

/** Sends part of a request and waits; `finish` sends the rest and resolves with the whole answer. */
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

/** The status and the Connection header of an answer, over one of the agent's connections. */
const getWith = (agent: Agent, address: string) =>
  new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
    const request = get(address, { agent }, (answer) => {
      answer.resume().once("end", () => resolve([answer.statusCode, answer.headers.connection]));
    });
    request.once("error", reject);
  });

/** True if new connections are accepted. */
const isListening = (address: string) =>
  getWith(new Agent({ keepAlive: false }), `${address}/healthz`).then(
    () => true,
    () => false,
  );

const canConnect = (address: string) =>
  fetch(`${address}/healthz`).then(
    () => true,
    () => false,
  );

describe("SIGTERM", () => {
  it("lets a request in flight finish, accepts no more, and ends with 0", async () => {
    const request = await beginRequest(server.address);
    const ended = server.stop();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await canConnect(server.address)).toBe(false);
    expect(await request.finish()).toMatch(/^HTTP\/1\.1 20\d /);
    expect(await ended).toBe(0);
    expect(server.written()).not.toMatch(/error/i);
  });

  it("first tells load balancers; connections stay for a while, and each closes with its next answer", async () => {
    const slow = await startServer({ DATA_DIR: otherFolder, DRAIN_SECONDS: "2" });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const kept = (path: string) => getWith(agent, slow.address + path);
    const other = new Agent({ keepAlive: true, maxSockets: 1 });
    const states = async () => [await kept("/readyz"), await kept("/"), await kept("/api/events")];
    const served = [
      [200, "keep-alive"],
      [200, "keep-alive"],
    ];
    expect(await states()).toEqual([[200, "keep-alive"], ...served]);
    expect(await getWith(other, `${slow.address}/healthz`)).toEqual([200, "keep-alive"]);
    const ended = slow.stop();
    while ((await kept("/readyz"))[0] !== 503) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await states()).toEqual([[503, "keep-alive"], ...served]);
    while (await isListening(slow.address)) await new Promise((resolve) => setTimeout(resolve, 20));
    // There are two idle connections: no request on either is lost.
    expect(await kept("/api/events")).toEqual([200, "close"]);
    expect(await getWith(other, `${slow.address}/`)).toEqual([200, "close"]);
    await expect(kept("/")).rejects.toThrow("ECONNREFUSED");
    expect(await ended).toBe(0);
  });

  it("does not wait for idle connections", async () => {
    // `fetch` keeps its connection open, and browsers open some in advance.
    expect(await canConnect(server.address)).toBe(true);
    const ahead = connect(Number(new URL(server.address).port), "127.0.0.1");
    ahead.on("error", () => {});
    await once(ahead, "connect");
    const begun = performance.now();
    expect(await server.stop()).toBe(0);
    // Otherwise the server would have waited for the limit of ten seconds.
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
  it("leaves nothing that prevents the next start", async () => {
    process.kill(server.pid, "SIGKILL");
    await server.ended;
    server = await startServer({ DATA_DIR: folder });
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  });
});
