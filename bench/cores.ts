import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Agent, get } from "node:http";
import { availableParallelism } from "node:os";
import { startCluster } from "../test/setup/cluster.ts";
import { report, withServer } from "./measure.ts";

// Measures how many times as many pages two cores render as one. Server, database and callers share the same cores.
// They are measured in turns, and the best value counts, because other work on the machine can only reduce it.

/** Twice as many would be the ideal result. */
const leastGain = 1.7;
const [connections, seconds, rounds] = [32, 5, 3];
/**
 * The number of pages that each process renders before measuring, as in `pages.ts`: its compiler's first work is not
 * part of a page's cost.
 */
const renderedBefore = 1000;

if (process.platform !== "linux" || availableParallelism() < 2) {
  process.stdout.write("cores: this needs Linux and two cores\n");
  process.exit();
}
const cluster = await startCluster();
try {
  const variables = { DATABASE_URL: cluster.url("postgres"), AUTH_SECRET: randomUUID() };
  await withServer({ ...variables, DEMO: "on" }, async () => {});
  const [one, two]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const [cores, rates] of [
      [1, one],
      [2, two],
    ] as const) {
      onCores(cores);
      rates.push(
        await withServer({ ...variables, WEB_CONCURRENCY: String(cores) }, async ({ address }) =>
          pagesASecond(address, cores),
        ),
      );
    }
  }
  const [slow, fast] = [Math.max(...one), Math.max(...two)];
  process.stdout.write(
    `rendered pages a second: ${slow.toFixed(0)} on one core (${listOf(one)}), ${fast.toFixed(0)} on two (${listOf(two)})\n`,
  );
  report("one core's share of two cores' rendered pages", slow / fast, Number((1 / leastGain).toFixed(3)), "times");
} finally {
  onCores(availableParallelism());
  await cluster.stop();
}

/** Limits the database and this process, with its future child processes, to that many cores. */
function onCores(count: number) {
  const cores = `0-${count - 1}`;
  const postmaster = execFileSync("pgrep", ["--parent", String(process.pid), "postgres"], { encoding: "utf8" }).trim();
  const all = execFileSync("pgrep", ["--parent", postmaster], { encoding: "utf8" }).trim().split("\n");
  for (const pid of [String(process.pid), postmaster, ...all]) {
    execFileSync("taskset", ["--all-tasks", "--pid", "--cpu-list", cores, pid], { stdio: "ignore" });
  }
}

/** Requests the list of events at unused addresses, so that no answer is cached. */
async function pagesASecond(address: string, processes: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let pages = 0;
  const over = new AbortController();
  const warm = Promise.withResolvers<void>();
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      get(`${address}/upcoming-events?n=${randomUUID()}`, { agent }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`The list is answered ${answer.statusCode}.`));
        answer.resume().on("end", resolve).on("error", reject);
      }).on("error", reject);
    });
  const asking = Promise.all(
    Array.from({ length: connections }, async () => {
      while (!over.signal.aborted) {
        await ask();
        pages++;
        if (pages === renderedBefore * processes) warm.resolve();
      }
    }),
  );
  await warm.promise;
  const [before, begun] = [pages, performance.now()];
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const rate = ((pages - before) / (performance.now() - begun)) * 1000;
  over.abort();
  await asking;
  agent.destroy();
  return rate;
}

function listOf(values: number[]): string {
  return values.map((value) => value.toFixed(0)).join(", ");
}
