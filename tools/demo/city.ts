import { existsSync } from "node:fs";
import { join } from "node:path";
import { wholeAddress } from "#platform/database/postgres-address.ts";
import { openDatabase } from "#platform/database/connect.ts";
import { isUnused } from "#db/demo.ts";
import { migrate } from "#db/migrate.ts";
import { StartFailure } from "#db/start-failure.ts";
import { fillCity } from "./city-fill.ts";

// `npm run city`: fills the PostgreSQL at DATABASE_URL with a million events, to test the site for a whole city; `--
// 1000` sets another number. It is demo content, and a database in use is left unchanged.

const root = join(import.meta.dirname, "../..");
const eventsDefault = 1_000_000;
const [fewest, most] = [100, 10_000_000];

try {
  await main(process.argv[2]);
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function main(wish: string | undefined): Promise<void> {
  const events = wish === undefined ? eventsDefault : Number(wish);
  if (!Number.isInteger(events) || events < fewest || events > most)
    throw new StartFailure(`Say how many events as a whole number from ${fewest} to ${most}: npm run city -- 1000.`);
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  const url = wholeAddress(process.env["DATABASE_URL"]?.trim() ?? "");
  if (!url) throw new StartFailure("DATABASE_URL has to be set: a city is for PostgreSQL, and for an empty database.");
  const begun = performance.now();
  const { db, where, close } = await openDatabase({ url, dataDir: null });
  try {
    await migrate(db);
    if (!(await isUnused(db)))
      throw new StartFailure(`${where} has accounts or events already; a city needs a database of its own.`);
    process.stdout.write(`Filling ${where} with ${events} events …\n`);
    await fillCity(db, events);
  } finally {
    await close();
  }
  process.stdout.write(`Done in ${((performance.now() - begun) / 1000).toFixed(0)} s.\n`);
}
