import { spawnServer, freePort } from "../test/setup/server.ts";
import { report, round, withPreparedData } from "./measure.ts";

// The time from `node build/start.js` to the first 200 of the home page, with an embedded database and a prepared
// checkout: the time that a person waits.

const limit = 2.5;
const rounds = 5;

const seconds = await withPreparedData(async (variables) => {
  const measured: number[] = [];
  for (let index = 0; index < rounds; index++) measured.push(await startOnce(variables));
  return measured.toSorted((a, b) => a - b);
});
process.stdout.write(`start-up, best of ${rounds}: ${round(seconds[0] ?? Infinity)} s\n`);
report(`start-up, median of ${rounds}`, seconds[Math.floor(rounds / 2)] ?? Infinity, limit, "s");

async function startOnce(variables: Record<string, string>): Promise<number> {
  const port = String(await freePort());
  const begun = performance.now();
  const { child, ended } = spawnServer({ ...variables, PORT: port });
  while (!(await isServed(`http://127.0.0.1:${port}/`))) {
    if (child.exitCode !== null) return Infinity;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const taken = (performance.now() - begun) / 1000;
  child.kill("SIGTERM");
  await ended;
  return taken;
}

async function isServed(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address);
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}
