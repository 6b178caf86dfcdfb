import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { openDatabase } from "#platform/database/connect.ts";
import { makeIn } from "#test/make.ts";
import { startCluster } from "../test/setup/cluster.ts";
import { makeCrowd, type Person } from "../test/setup/crowd.ts";
import { medianOf, report, withPreparedData, withServer } from "./measure.ts";

// Resident memory: at rest, five seconds after the start and one visit, with the embedded database, and of a worker on PostgreSQL;
// and of a worker after ten minutes (MEMORY_MINUTES) in which 32 connections ask for all kinds of things, one after the other.

const limits = { embedded: 700, worker: 150, loaded: 350, growth: 1.1 };
const rest = 5000;
const connections = 32;
const minutes = Number(process.env["MEMORY_MINUTES"] ?? 10);
const lookEvery = 5000;

const embedded = await withPreparedData((variables) =>
  withServer(variables, async ({ address, pid }) => {
    await (await fetch(address)).text();
    await new Promise((resolve) => setTimeout(resolve, rest));
    return megabytesOf(pid);
  }),
);
report("memory at rest, embedded database", embedded, limits.embedded, "MB");

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const cluster = await startCluster();
const url = cluster.url("postgres");
const variables = {
  DATABASE_URL: url,
  AUTH_SECRET: randomUUID(),
  LIMIT_WRITES_PER_ACCOUNT: "off",
  WEB_CONCURRENCY: "2",
};
try {
  await withServer({ ...variables, DEMO: "on" }, async () => {});
  const { people, eventIds } = await fill();
  await withServer(variables, async ({ address, pid }) => {
    for (let visit = 0; visit < 8; visit++) await (await fetch(address, { headers: { connection: "close" } })).text();
    await new Promise((resolve) => setTimeout(resolve, rest));
    report("memory at rest, a worker", largest(pid), limits.worker, "MB");
    const looks = await underLoad(pid, () => ask(address, people, eventIds));
    process.stdout.write(`a worker, every ${lookEvery / 1000} s: ${looks.map((look) => look.toFixed(0)).join(" ")}\n`);
    const quarter = Math.floor(looks.length / 4);
    const [second, last] = [looks.slice(quarter, 2 * quarter), looks.slice(-quarter)];
    report(`memory after ${minutes} minutes of load, a worker`, medianOf(last), limits.loaded, "MB");
    report("memory in the last quarter to the second", medianOf(last) / medianOf(second), limits.growth, "times");
  });
} finally {
  await cluster.stop();
}

/** People who are logged in, and events that they may join. */
async function fill() {
  const { db, close } = await openDatabase({ url, dataDir: null });
  const make = makeIn(db);
  const people = await makeCrowd(make, 200);
  const eventDate = new Date(Date.now() + 30 * 86_400_000);
  const eventIds: string[] = [];
  for (let count = 0; count < 20; count++) eventIds.push(await make.event({ maxParticipant: "No limit", eventDate }));
  await close();
  return { people, eventIds };
}

/** Has so many ask one thing after the other. @returns the largest worker's memory, again and again */
async function underLoad(pid: number, oneThing: () => Promise<void>): Promise<number[]> {
  const end = performance.now() + minutes * 60_000;
  const looks: number[] = [];
  const timer = setInterval(() => looks.push(largest(pid)), lookEvery);
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) await oneThing();
    }),
  );
  clearInterval(timer);
  return looks;
}

/** One of many things, as they come: kept pages mostly, pages that have to be rendered, calls, and people who join and leave. */
async function ask(address: string, people: Person[], eventIds: string[]): Promise<void> {
  const eventId = anyOf(eventIds);
  const { token } = anyOf(people);
  const get = (path: string) => send(address, "GET", path);
  const chance = Math.random();
  if (chance < 0.5) await get(anyOf(["/", "/upcoming-events", "/community", `/view-event/${eventId}`, "/api/events"]));
  else if (chance < 0.7) await get(`${anyOf(["/", "/upcoming-events", `/view-event/${eventId}`])}?n=${randomUUID()}`);
  else if (chance < 0.8) await get(`/api/events?search=${anyOf(["tree", "river", "food"])}&n=${randomUUID()}`);
  else if (chance < 0.85) await get(`/nowhere/${randomUUID()}`);
  else if (chance < 0.9) await send(address, "GET", "/api/joined-events", token);
  else {
    await send(address, "POST", "/api/join-event", token, { eventId });
    await send(address, "DELETE", `/api/join-event/${eventId}`, token);
  }
}

function send(address: string, method: string, path: string, token?: string, input?: object): Promise<void> {
  const headers = {
    "accept-encoding": "gzip",
    ...(input && { "content-type": "application/json" }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(address + path, { method, agent, headers }, (answer) => {
      if ((answer.statusCode ?? 0) >= 500) reject(new Error(`${method} ${path}: ${answer.statusCode}`));
      answer
        .resume()
        .on("end", () => resolve())
        .on("error", reject);
    });
    asked.on("error", reject).end(input && JSON.stringify(input));
  });
}

/** What the largest process that this one has started takes of memory. */
function largest(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ");
  return Math.max(...children.map((child) => megabytesOf(Number(child))));
}

function megabytesOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

function anyOf<Thing>(things: readonly Thing[]): Thing {
  return things[Math.floor(Math.random() * things.length)]!;
}
