import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGazetteer } from "#adapters/gazetteer/gazetteer.ts";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "#db/migrate.ts";
import type { OpenDatabase } from "#platform/database/open-database.ts";
import { townOf } from "#domain/towns/placing.ts";
import { fillTowns } from "#domain/towns/filling.ts";
import { proposeTowns } from "#domain/towns/queries.ts";
import { startCluster } from "../test/setup/cluster.ts";
import { report, round } from "./measure.ts";

// Measures the search for towns while a person types, with all 135,233 in the tables, on both databases; and the time
// to import them once. Each of many locations is typed letter by letter, with the time zone of its country; the 95th
// percentile of all keystrokes counts.

const keystrokeMax = 10;
const fillMax = 90;
const placeMax = 10;

const typed = [
  "São Paulo",
  "Koln",
  "san jose",
  "Springfield, IL",
  "Jardim da Cordoaria, Porto, Portugal",
  "Hyde Park London",
  "saint-denis",
  "Köln",
  "al qahirah",
  "xyz nowhere",
];

// No other country has more towns.
const timeZone = "America/New_York";

const folder = mkdtempSync(join(tmpdir(), "goodturn-bench-"));
const cluster = await startCluster();
try {
  await measure("embedded", await openDatabase({ url: null, dataDir: folder }));
  await measure("PostgreSQL", await openDatabase({ url: cluster.url("postgres"), dataDir: null }));
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(name: string, { db, close }: OpenDatabase) {
  await migrate(db);
  const begun = performance.now();
  await fillTowns(db, createGazetteer(), new Date());
  report(`${name}: reading the towns, with its pauses`, (performance.now() - begun) / 1000, fillMax, "s");
  for (const text of typed) await proposeTowns({ db }, { search: text, timeZone });

  const times: [number, string][] = [];
  for (const text of typed) {
    for (let letters = 1; letters <= text.length; letters++) {
      const search = text.slice(0, letters).trim();
      const start = performance.now();
      await proposeTowns({ db }, { search, timeZone });
      times.push([performance.now() - start, search]);
    }
  }
  times.sort(([one], [other]) => other - one);
  const [slowest = 0, of = ""] = times[0] ?? [];
  process.stdout.write(`${name}: of ${times.length} keystrokes the slowest is '${of}': ${round(slowest)} ms\n`);
  report(`${name}: a keystroke, 19 of 20`, times[Math.floor(times.length / 20)]?.[0] ?? NaN, keystrokeMax, "ms");

  const start = performance.now();
  for (const location of typed) await townOf(db, { location, timeZone: "UTC", at: new Date() });
  report(`${name}: placing an event by its words`, (performance.now() - start) / typed.length, placeMax, "ms");
  await close();
}
