import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "../../src/db/migrate.ts";
import type { OpenDatabase } from "#platform/database/open-database.ts";
import { newId } from "../../src/db/schema.server.ts";
import { makeIn, type Make } from "../make.ts";
import { type Cluster, startCluster } from "../setup/cluster.ts";
import { makeCrowd, type Person } from "../setup/crowd.ts";
import { newData } from "../setup/data.ts";
import { freePort, linesIn, type RunningServer, runServer, startServer } from "../setup/server.ts";

const secret = "0123571789abcdef0123571789abcdef";

let cluster: Cluster;
let database: OpenDatabase;
let make: Make;
let server: RunningServer;
let variables: Record<string, string>;
beforeAll(async () => {
  cluster = await startCluster();
  const url = cluster.url("postgres");
  database = await openDatabase({ url, dataDir: null });
  await migrate(database.db);
  make = makeIn(database.db);
  const [port, metricsPort] = [String(await freePort()), String(await freePort())];
  variables = {
    DATABASE_URL: url,
    AUTH_SECRET: secret,
    WEB_CONCURRENCY: "2",
    PORT: port,
    METRICS_LISTEN_PORT: metricsPort,
  };
  server = await startServer(variables);
});
afterAll(async () => {
  await server.stop();
  await database.close();
  await cluster.stop();
});

/** A caller whose requests all use one connection, and therefore one worker. */
function caller() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, path: string, who?: Person, input?: object) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = {
        "content-type": "application/json",
        ...(who && { authorization: `Bearer ${who.token}` }),
      };
      const asked = request(server.address + path, { method, headers, agent }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part) => (text += String(part)));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text })).on("error", reject);
      });
      asked.on("error", reject).end(input && JSON.stringify(input));
    });
  return { ask, leave: () => agent.destroy() };
}
type Caller = ReturnType<typeof caller>;

/** So many that both workers get some of them, except once in millions of runs. */
const callers = () => Array.from({ length: 24 }, caller);

async function with24<Result>(deed: (all: [Caller, ...Caller[]]) => Promise<Result>): Promise<Result> {
  const all = callers();
  try {
    return await deed(all as [Caller, ...Caller[]]);
  } finally {
    for (const one of all) one.leave();
  }
}

/** The worker processes. */
function workers(): number[] {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "latin1");
  return children.trim().split(" ").filter(Boolean).map(Number);
}

describe("WEB_CONCURRENCY", () => {
  it("sets the number of processes that serve on one port", async () => {
    expect(workers()).toHaveLength(2);
    expect(server.said()).toMatch(/^Processes: 2, on one port/m);
    expect(server.written().match(/Goodturn is at/g)).toHaveLength(1);
    await with24(async (all) => {
      for (const one of all) expect((await one.ask("GET", "/readyz")).status).toBe(200);
    });
  });

  it("counts as one with the embedded database, which the log says", async () => {
    const folder = await newData("cores");
    const embedded = await startServer({ WEB_CONCURRENCY: "3", DATA_DIR: folder });
    expect(embedded.said()).toMatch(/^Processes: one\. The embedded database is for one, so WEB_CONCURRENCY=3/m);
    expect(await embedded.stop()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });

  it("leads to one error, with a sentence, if the port is in use", async () => {
    const { code, written } = await runServer(variables);
    expect([code, written.match(/is in use/g)]).toEqual([1, ["is in use"]]);
  });
});

/** The value of a metric with its labels; 0 if it is missing. */
const figure = async (name: string) => {
  const text = await (await fetch(`http://127.0.0.1:${variables["METRICS_LISTEN_PORT"]}/metrics`)).text();
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")
      .at(-1) ?? 0,
  );
};

describe("the metrics", () => {
  it("are the sums of all processes", async () => {
    expect(await figure("goodturn_processes")).toBe(2);
    const route = 'goodturn_request_seconds_count{method="GET",route="/aboutUs",status="200"}';
    const before = await figure(route);
    await with24(async (all) => {
      for (const one of all) expect((await one.ask("GET", "/aboutUs")).status).toBe(200);
    });
    // Each request is counted when its connection has received the answer.
    await expect.poll(async () => (await figure(route)) - before, { timeout: 20_000 }).toBe(24);
    expect(await figure('goodturn_database_connections{pool="probe",state="waiting"}')).toBe(0);
    expect(await figure("goodturn_database_up")).toBe(1);
  });
});

describe("a worker's output", () => {
  it("is logged with the worker's number", async () => {
    const now = new Date();
    const task = { id: newId(), kind: "nothing", key: "nothing", payload: "{}", run_at: now, created_at: now };
    // After one more failure, the task is given up.
    await make.db
      .insertInto("outbox")
      .values({ ...task, attempts: 15 })
      .execute();
    await expect
      .poll(() => linesIn(server.written()), { timeout: 20_000 })
      .toContainEqual(
        expect.objectContaining({
          level: "warn",
          worker: expect.stringMatching(/^[12]$/),
          msg: expect.stringMatching(/^Job nothing .* is given up after 16 attempts/),
        }),
      );
  });
});

describe("a worker that is killed", () => {
  it("is replaced, while the other serves everybody", async () => {
    const [first = 0, second] = workers();
    process.kill(first, "SIGKILL");
    await expect.poll(() => workers().includes(first), { timeout: 20_000 }).toBe(false);
    await with24(async (all) => {
      for (const one of all) expect((await one.ask("GET", "/healthz")).status).toBe(200);
    });
    await expect.poll(() => server.said(), { timeout: 20_000 }).toMatch(/^Worker 1 serves again/m);
    const now = workers();
    expect(now).toContain(second);
    expect(now).not.toContain(first);
    expect(server.said()).toMatch(new RegExp(`^Worker 1 \\(process ${first}\\) has ended \\(SIGKILL\\)`, "m"));
  });
});

describe("a member's own write", () => {
  // Shared by both tests: a worker reads unknown keys at most once a second, and each crowd has its own key.
  let person: Person | undefined;
  beforeAll(async () => {
    [person] = await makeCrowd(make, 1);
  });

  it("is visible in the next request, whichever process answers", async () => {
    const id = await make.event({ maxParticipant: "No limit", title: "Dunes" });
    const counts = async (all: Caller[]) =>
      Promise.all(
        all.map(async (one) => {
          const { text } = await one.ask("GET", `/api/view-event/${id}`);
          return (JSON.parse(text) as { participant: number }).participant;
        }),
      );
    await with24(async (all) => {
      const [writer] = all;
      for (let round = 0; round < 20; round++) {
        const [before, after] = round % 2 === 0 ? [0, 1] : [1, 0];
        // All workers have the key in memory.
        expect(new Set(await counts(all))).toEqual(new Set([before]));
        const written = await (after === 1
          ? writer.ask("POST", "/api/join-event", person, { eventId: id })
          : writer.ask("DELETE", `/api/join-event/${id}`, person));
        expect(written.status).toBe(200);
        expect(new Set(await counts(all))).toEqual(new Set([after]));
      }
    });
  });

  it("is acknowledged only once all processes have heard of it", async () => {
    const id = await make.event({ maxParticipant: "No limit" });
    await with24(async (all) => {
      const [writer, ...others] = all;
      // The parent process relays announcements.
      process.kill(server.pid, "SIGSTOP");
      let answered = false;
      const written = writer.ask("POST", "/api/join-event", person, { eventId: id }).finally(() => (answered = true));
      const taken = async () => make.db.selectFrom("events").select("taken").where("id", "=", id).executeTakeFirst();
      try {
        await expect.poll(taken, { timeout: 20_000 }).toEqual({ taken: 1 });
        for (const one of others) await one.ask("GET", "/aboutUs");
        expect(answered).toBe(false);
      } finally {
        process.kill(server.pid, "SIGCONT");
      }
      expect((await written).status).toBe(200);
    });
  });
});

describe("SIGTERM", () => {
  it("lets all processes finish their requests, and ends them", async () => {
    const theirs = workers();
    expect(theirs).toHaveLength(2);
    const body = JSON.stringify({ email: "drained@demo.example" });
    const sockets = Array.from({ length: 12 }, () => connect(Number(new URL(server.address).port), "127.0.0.1"));
    const answers = sockets.map(async (socket) => {
      let answer = "";
      socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
      socket.write(
        `POST /api/subscribe HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      await once(socket, "close");
      return answer;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const ended = server.stop();
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const socket of sockets) socket.write(body);
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 20\d /);
    expect(await ended).toBe(0);
    for (const pid of theirs) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(server.written()).not.toMatch(/error/i);
  });
});
