import { randomUUID } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCluster } from "../test/setup/cluster.ts";
import { freePort, spawnServer } from "../test/setup/server.ts";
import { medianOf, report } from "./measure.ts";
import { answersASecond, questionOf, wholeAnswer } from "./plain-client.ts";

// Measures the cost of observability: how many cached pages per second are answered with a log line for each and with
// metrics, as in production, compared with the same site without both. Both run at once and are measured in turns; the
// log goes to a file.

/** The highest ratio of the silent site's speed to production's, which keeps nine tenths of its rate. */
const silentMax = 1.11;
const connections = 32;
/** By chance one of two equal processes can stay faster, so each pair is restarted. */
const starts = 3;
const roundsEach = 4;
const headers = { "accept-encoding": "br" };

type Pair = { ours: number; theirs: number };

const folder = mkdtempSync(join(tmpdir(), "goodturn-seen-"));
const cluster = await startCluster();
try {
  const common = { AUTH_SECRET: randomUUID(), DEMO: "on", DATABASE_URL: cluster.url("postgres") };
  const metricsPort = String(await freePort());
  const pairs = { home: [] as Pair[], event: [] as Pair[] };
  for (let start = 0; start < starts; start++) {
    await serving("seen", { ...common, METRICS_LISTEN_PORT: metricsPort }, (seen) =>
      serving("silent", { ...common, LOG_LEVEL: "silent" }, async (silent) => {
        const [event] = (await (await fetch(`${seen}/api/events?limit=1`)).json()) as { _id: string }[];
        const both = { seen, silent };
        const asked = [
          await compare("/", both, pairs.home),
          await compare(`/view-event/${event?._id}`, both, pairs.event),
        ].reduce((sum, one) => sum + one);
        const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
        const lines = readFileSync(join(folder, "seen"), "utf8").match(/"msg":"request"/g)?.length ?? 0;
        if (lines < asked || !figures.includes('route="/view-event/:id",status="200"')) {
          throw new Error(`${asked} requests were answered, but there are ${lines} lines: this is wrong.`);
        }
      }),
    );
  }
  for (const [what, some] of Object.entries(pairs)) judge(what, some);
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Runs an action with a server whose log goes to a file of this name. */
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

/**
 * The two take turns, in alternating order.
 * @returns the least number of answers of the observed site
 */
async function compare(path: string, { seen, silent }: { seen: string; silent: string }, pairs: Pair[]) {
  const rate = async (address: string) => {
    const port = Number(new URL(address).port);
    const question = questionOf(port, path, headers);
    const { length } = await wholeAnswer(port, question);
    return answersASecond(port, connections, () => ({ question, length }));
  };
  let answered = 0;
  for (let round = 0; round < roundsEach; round++) {
    const early = round % 2 === 0 ? await rate(silent) : null;
    const ours = await rate(seen);
    pairs.push({ ours, theirs: early ?? (await rate(silent)) });
    answered += ours;
  }
  return answered;
}

/** The median of the pairs' ratios counts. */
function judge(what: string, pairs: Pair[]): void {
  const [ours, theirs] = [medianOf(pairs.map((pair) => pair.ours)), medianOf(pairs.map((pair) => pair.theirs))];
  process.stdout.write(`${what}: ${ours.toFixed(0)} a second, silent ${theirs.toFixed(0)} a second\n`);
  report(`${what}: silent rate to ours`, medianOf(pairs.map((pair) => pair.theirs / pair.ours)), silentMax, "times");
}
