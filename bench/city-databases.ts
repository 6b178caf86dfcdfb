import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "#db/migrate.ts";
import { startCluster } from "../test/setup/cluster.ts";
import { fillCity } from "../tools/demo/city-fill.ts";

const root = join(import.meta.dirname, "..");

/**
 * A PostgreSQL with a city of each size. Filling takes some minutes, so they stay in the folder for temporary files;
 * they are made again when the tables or the city change, and each month, as a city's dates are relative to its
 * creation.
 */
export async function startCities(sizes: readonly number[]) {
  const cluster = await startCluster({ shared_buffers: "512MB" }, join(tmpdir(), "goodturn-cities"));
  const admin = new Client(cluster.url("postgres"));
  await admin.connect();
  try {
    const { rows } = await admin.query<{ datname: string }>(
      "select datname from pg_database where datname like 'city_%'",
    );
    const there = rows.map(({ datname }) => datname);
    // Databases of other sizes belong to other benches.
    for (const name of there) if (!name.endsWith(madeOf)) await admin.query(`drop database ${name} with (force)`);
    for (const size of sizes) if (!there.includes(nameOf(size))) await fill(size);
  } finally {
    await admin.end();
  }
  return { urlOf: (size: number) => cluster.url(nameOf(size)), stop: cluster.stop };

  async function fill(size: number) {
    const begun = performance.now();
    await admin.query("drop database if exists filling with (force)");
    await admin.query("create database filling");
    const { db, close } = await openDatabase({ url: cluster.url("filling"), dataDir: null });
    try {
      await migrate(db);
      await fillCity(db, size);
    } finally {
      await close();
    }
    // Only a complete database gets this name.
    await admin.query(`alter database filling rename to ${nameOf(size)}`);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    process.stdout.write(`A city with ${size} events, filled in ${seconds} s and kept\n`);
  }
}

const madeOf = hashOf([
  ...readdirSync(join(root, "src/db/migrations")).map((name) => `src/db/migrations/${name}`),
  "src/db/demo-content.json",
  "tools/demo/city-fill.ts",
  "tools/demo/city-words.ts",
]);

const nameOf = (size: number) => `city_${size}_${madeOf}`;

function hashOf(paths: string[]): string {
  const hash = createHash("sha256").update(new Date().toISOString().slice(0, 7));
  for (const path of paths.toSorted()) hash.update(readFileSync(join(root, path)));
  return hash.digest("hex").slice(0, 12);
}
