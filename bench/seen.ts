import { randomUUID } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCluster } from "../test/setup/cluster.ts";
import { freePort, spawnServer } from "../test/setup/server.ts";
import { medianOf, report } from "./measure.ts";
import { answersASecond, questionOf, wholeAnswer } from "./plain-client.ts";

// What it costs that the site is seen: how often a second kept pages are answered with a line in the log for each and with figures, as
// in production, beside the same site that says and counts nothing. Both run at once and are asked in turns; the log goes to a file.

/** Times as fast as in production the silent site may be at most: so it keeps nine tenths of its rate. */
const silentMax = 1.11;
const connections = 32;
const rounds = 9;
const headers = { "accept-encoding": "br" };

const folder = mkdtempSync(join(tmpdir(), "goodturn-seen-"));
const cluster = await startCluster();
try {
  const common = { AUTH_SECRET: randomUUID(), DEMO: "on", DATABASE_URL: cluster.url("postgres") };
  const metricsPort = String(await freePort());
  await serving("seen", { ...common, METRICS_PORT: metricsPort }, (seen) =>
    serving("silent", { ...common, LOG_LEVEL: "silent" }, async (silent) => {
      const [event] = (await (await fetch(`${seen}/api/events?limit=1`)).json()) as { _id: string }[];
      let asked = 0;
      for (const path of ["/", `/view-event/${event?._id}`]) {
        asked += await compare(path.replace(event?._id ?? "", "…"), path, { seen, silent });
      }
      const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const lines = readFileSync(join(folder, "seen"), "utf8").match(/"msg":"request"/g)?.length ?? 0;
      if (lines < asked || !figures.includes('route="/view-event/:id",status="200"')) {
        throw new Error(`${asked} were answered, and ${lines} lines are there: this is wrong.`);
      }
    }),
  );
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Does something with a server whose log goes to a file of this name. */
async function serving(name: string, variables: Record<string, string>, use: (address: string) => Promise<void>) {
  const port = String(await freePort());
  const file = openSync(join(folder, name), "w");
  const { child, ended } = spawnServer({ ...variables, PORT: port }, undefined, file);
  try {
    const isReady = () =>
      fetch(`http://localhost:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 50));
    await use(`http://localhost:${port}`);
  } finally {
    child.kill("SIGTERM");
    await ended;
    closeSync(file);
  }
}

/** In turns, each first every other time; of the pairs' ratios the median counts. @returns how many were answered at least */
async function compare(what: string, path: string, { seen, silent }: { seen: string; silent: string }) {
  const rate = async (address: string) => {
    const port = Number(new URL(address).port);
    const question = questionOf(port, path, headers);
    const { length } = await wholeAnswer(port, question);
    return answersASecond(port, connections, () => ({ question, length }));
  };
  const pairs: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const early = round % 2 === 0 ? await rate(silent) : null;
    const ours = await rate(seen);
    pairs.push({ ours, theirs: early ?? (await rate(silent)) });
  }
  const [ours, theirs] = [medianOf(pairs.map((pair) => pair.ours)), medianOf(pairs.map((pair) => pair.theirs))];
  process.stdout.write(`${what}: ${ours.toFixed(0)} a second, silent ${theirs.toFixed(0)} a second\n`);
  const ratio = medianOf(pairs.map((pair) => pair.theirs / pair.ours));
  process.stdout.write(`${what}: ${(1 / ratio).toFixed(3)} of the silent site's rate\n`);
  report(`${what}: silent rate to ours`, ratio, silentMax, "times");
  return pairs.reduce((sum, pair) => sum + pair.ours, 0);
}
