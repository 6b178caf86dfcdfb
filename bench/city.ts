import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "#platform/database/connect.ts";
import { startServer } from "../test/setup/server.ts";
import { type Asked, callsOf } from "./city-calls.ts";
import { startCities } from "./city-databases.ts";
import { medianOf, report } from "./measure.ts";

// Measures each public call, and members' calls with unusual counts, in a city with 1,000, 100,000 and 1,000,000
// events, without caching: with a thousand times as many events a call may take twice as long, or 20 ms. Exceptions
// give their reason. The first run fills the cities, which takes some minutes.

const sizes = [1000, 100_000, 1_000_000] as const;
const growthMax = 2;
const quick = 20;
/** The limit for requests with a stated reason, in milliseconds. */
const patience = 150;
const [warmUp, rounds] = [2, 9];
/** The time of each request in the largest city, in milliseconds. */
const inLargest = new Map<string, number>();

const cities = await startCities(sizes);
const folder = mkdtempSync(join(tmpdir(), "goodturn-bench-"));
try {
  const sites = await Promise.all(sizes.map(startSite));
  try {
    for (const [index, { what }] of (sites[0]?.calls ?? []).entries()) await measure(what, index);
    // A volunteer's first requests, compared with the list without a filter.
    for (const list of ["list", "GET /events"]) {
      const [asked = Infinity, plain = 0] = [`${list}, near a town, two days, with room`, `${list}, all`].map((what) =>
        inLargest.get(what),
      );
      report(`${list}, near a town with room, per plain list of a million`, asked / plain, 2, "times");
    }
  } finally {
    await Promise.all(sites.map(({ stop }) => stop()));
  }

  /** Measured in turns, so that other work on the machine affects all alike; the median counts. */
  async function measure(what: string, index: number) {
    const times: number[][] = sites.map(() => []);
    for (let round = 0; round < warmUp + rounds; round++) {
      for (const [site, { ask, calls }] of sites.entries()) {
        const time = await ask(calls[index]!);
        if (round >= warmUp) times[site]?.push(time);
      }
    }
    const medians = times.map(medianOf);
    inLargest.set(what, medians.at(-1) ?? NaN);
    judge(what, medians, sites[0]?.calls[index]);
  }
} finally {
  await cities.stop();
  rmSync(folder, { recursive: true, force: true });
}

function judge(what: string, [small = 0, middle = 0, large = 0]: number[], asked: Asked | undefined) {
  const unit = asked?.entry ? "µs an entry" : "ms";
  const growth = large / small;
  const isFlat = growth <= growthMax || (!asked?.entry && large <= quick);
  const isException = !isFlat && asked?.why !== undefined && large <= patience;
  const verdict = isFlat ? "ok" : isException ? `ok: ${asked.why}` : "TOO MUCH";
  const shown = [small, middle, large].map((time) => time.toFixed(1)).join(", ");
  process.stdout.write(`${what}: ${shown} ${unit}, growth ${growth.toFixed(1)}, ${verdict}\n`);
  if (!isFlat && !isException) process.exitCode = 1;
}

async function startSite(size: number) {
  const url = cities.urlOf(size);
  const dataDir = join(folder, String(size));
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: dataDir, AUTH_SECRET: randomUUID(), KEPT_MB: "0" });
  const { db, close } = await openDatabase({ url, dataDir: null, connections: 5 });
  const calls = await callsOf(db, size);
  // The mails of the day's reminders are written first.
  const isDue = () =>
    db.selectFrom("outbox").select("id").where("done_at", "is", null).where("run_at", "<", new Date());
  await pause(2000);
  while (await isDue().limit(1).executeTakeFirst()) await pause(200);
  await close();
  return { calls, ask: (asked: Asked) => timeOf(server.address, asked), stop: server.stop };
}

/** The time until an answer is complete, in milliseconds; for one with entries, in microseconds per entry. */
async function timeOf(address: string, { path, token, entry }: Asked): Promise<number> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const begun = performance.now();
  const answer = await fetch(`${address}${path}`, { headers });
  const text = await answer.text();
  const time = performance.now() - begun;
  if (answer.status !== 200) throw new Error(`${path} is answered ${answer.status}: ${text.slice(0, 200)}`);
  return entry ? (1000 * time) / (text.match(entry)?.length ?? 0) : time;
}
