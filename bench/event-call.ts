import { execFile, execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { Client } from "pg";
import { startCluster } from "../test/setup/cluster.ts";
import { medianOf, report, withServer } from "./measure.ts";
import { type Asked, answersASecond, questionOf, wholeAnswer } from "./plain-client.ts";

// Measures how many event calls per second are answered without caching. The comparison is PostgreSQL's own `pgbench
// -S`, which reads one row, on the same machine with as many connections; the two take turns. The site runs with its
// defaults, with one process per core.

/** The highest ratio of pgbench's reads to ours. */
const rawMax = 10;
const [connections, rounds, seconds] = [32, 3, 3];
/** The warm-up rounds, near 15,000 calls per process: its compiler's first work is not part of a call's cost. */
const warmUps = 2;

const cluster = await startCluster();
try {
  const admin = new Client(cluster.url("postgres"));
  await admin.connect();
  await admin.query("create database plain");
  await admin.end();
  execFileSync("pgbench", ["--initialize", "--quiet", cluster.url("plain")], { stdio: "pipe" });
  const variables = {
    DATABASE_URL: cluster.url("postgres"),
    AUTH_SECRET: randomUUID(),
    KEPT_MB: "0",
    WEB_CONCURRENCY: String(availableParallelism()),
  };
  // Filled before the start: with demo content on its own machine the site has one process, because the stand-in for
  // Google needs that.
  await withServer({ ...variables, DEMO: "on" }, async () => {});
  await withServer(variables, async ({ address }) => {
    const next = await questionsTo(address);
    const ask = () => answersASecond(Number(new URL(address).port), connections, next);
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < warmUps; round++) await ask();
    for (let round = 0; round < rounds; round++) {
      ours.push(await ask());
      theirs.push(await rowsASecond());
    }
    const [mine, plain] = [medianOf(ours), medianOf(theirs)];
    process.stdout.write(`event by call: ${mine.toFixed(0)} a second, pgbench -S ${plain.toFixed(0)} a second\n`);
    report("event by call: pgbench's rate to ours", plain / mine, rawMax, "times");
  });
} finally {
  await cluster.stop();
}

/** Reads one event after the other, each time at an unused address, so that no answer is shared. */
async function questionsTo(address: string): Promise<() => Asked> {
  const port = Number(new URL(address).port);
  const events = (await (await fetch(`${address}/api/events`)).json()) as { _id: string }[];
  const paths = await Promise.all(
    events.map(async ({ _id }) => {
      const path = `/api/view-event/${_id}`;
      return { path, length: (await wholeAnswer(port, questionOf(port, path, {}))).length };
    }),
  );
  let count = 0;
  return () => {
    const { path, length } = paths[++count % paths.length]!;
    return { question: questionOf(port, `${path}?n=${count}`, {}), length };
  };
}

async function rowsASecond(): Promise<number> {
  const options = ["--select-only", "--no-vacuum", `--client=${connections}`, `--jobs=${availableParallelism()}`];
  const { stdout } = await promisify(execFile)("pgbench", [...options, `--time=${seconds}`, cluster.url("plain")]);
  return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
}
