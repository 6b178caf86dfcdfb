import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#platform/database/connect.ts";
import { startCities } from "./city-databases.ts";
import { createCaller, kindsOf } from "./memory-calls.ts";
import { medianOf, report, withPreparedData, withServer } from "./measure.ts";

// Resident memory at rest, five seconds after the start and one visit, with the embedded database, and of a worker on
// PostgreSQL with a city of 100,000 events (MEMORY_EVENTS); and of a worker after ten minutes (MEMORY_MINUTES) in which
// 32 connections make all kinds of requests, one after the other. The first run fills the city, which takes some
// minutes.

const limits = { embedded: 700, worker: 150, loaded: 350, growth: 1.1 };
const rest = 5000;
const connections = 32;
const minutes = Number(process.env["MEMORY_MINUTES"] ?? 10);
const events = Number(process.env["MEMORY_EVENTS"] ?? 100_000);
const lookEvery = 5000;

const embedded = await withPreparedData((variables) =>
  withServer(variables, async ({ address, pid }) => {
    await (await fetch(address)).text();
    await new Promise((resolve) => setTimeout(resolve, rest));
    return megabytesOf(pid);
  }),
);
report("memory at rest, embedded database", embedded, limits.embedded, "MB");

const cities = await startCities([events]);
const url = cities.urlOf(events);
const dataDir = mkdtempSync(join(tmpdir(), "goodturn-bench-"));
const variables = {
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  AUTH_SECRET: randomUUID(),
  LIMIT_WRITES_PER_ACCOUNT: "off",
  WEB_CONCURRENCY: "2",
};
try {
  const { db, close } = await openDatabase({ url, dataDir: null });
  const kinds = await kindsOf(db, events);
  await close();
  await withServer(variables, async ({ address, pid }) => {
    for (let visit = 0; visit < 8; visit++) await (await fetch(address, { headers: { connection: "close" } })).text();
    await new Promise((resolve) => setTimeout(resolve, rest));
    report("memory at rest, a worker", largest(pid), limits.worker, "MB");
    const { askOne, answers } = createCaller(address, connections);
    const looks = await underLoad(pid, () => askOne(kinds));
    process.stdout.write(`a worker, every ${lookEvery / 1000} s: ${looks.map((look) => look.toFixed(0)).join(" ")}\n`);
    process.stdout.write(`${answers()} answers in ${minutes} minutes, with a city of ${events} events\n`);
    const quarter = Math.floor(looks.length / 4);
    const [second, last] = [looks.slice(quarter, 2 * quarter), looks.slice(-quarter)];
    report(`memory after ${minutes} minutes of load, a worker`, medianOf(last), limits.loaded, "MB");
    report("memory in the last quarter to the second", medianOf(last) / medianOf(second), limits.growth, "times");
  });
} finally {
  await cities.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Lets that many connections make one request after the other. @returns the largest worker's memory, repeatedly */
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

/** The memory of the largest child process. */
function largest(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ");
  return Math.max(...children.map((child) => megabytesOf(Number(child))));
}

function megabytesOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
