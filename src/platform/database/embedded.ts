import { constants, mkdirSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { Kysely, sql } from "kysely";
import type { DatabaseChoice, OpenDatabase } from "./open-database.ts";
import { lockDirectory } from "./directory-lock.ts";
import { EmbeddedDialect, type RunQuery } from "./embedded-dialect.ts";
import { talkTo } from "./embedded-thread.ts";
import type { WorkerStart } from "./embedded-worker.ts";
import type { Database, Schema } from "#db/schema.server.ts";
import { StartFailure } from "#db/start-failure.ts";
import { loggerOf } from "./told-queries.ts";

const vacuumEvery = 10 * 60_000;
const defaultPatience = 10_000;

/**
 * Opens PGlite, which is PostgreSQL in WebAssembly, below `dataDir` or in memory. Four measures make it fit for
 * production:
 * - a lock on the folder, because two processes on one folder would silently corrupt it;
 * - a separate thread, because a query blocks the thread that it runs on;
 * - a vacuum by timer, because it has no autovacuum and would grow forever;
 * - files that reach the disk with each commit (`embedded-disk.ts`), because PGlite alone never waits for the disk.
 * @throws StartFailure if the folder is in use by another process, cannot be written, or has no database of ours
 */
export async function openEmbedded(choice: DatabaseChoice): Promise<OpenDatabase> {
  const { dataDir, durable = true, patience = defaultPatience, onLost, onQuery } = choice;
  const unlock = dataDir === null ? () => {} : lockDirectory(dataDir, "database.lock");
  const where = dataDir === null ? "memory" : join(dataDir, "database");
  if (dataDir !== null) mkdirSync(where, { recursive: true, mode: 0o700 });
  const workerData: WorkerStart = { dataDir: dataDir === null ? null : where, durable, dump: choice.dump ?? null };
  const thread = talkTo(new Worker(new URL("./embedded-worker.ts", import.meta.url), { workerData }), onLost);
  await thread.ask({ kind: "open" }).catch(async (error: unknown) => {
    await thread.close().catch(() => {});
    unlock();
    throw new StartFailure(`The embedded database in ${where} does not open: ${String(error)}.`, { cause: error });
  });
  const run: RunQuery = (text, parameters) => thread.ask({ kind: "query", text, parameters });
  const dialect = new EmbeddedDialect(run, patience);
  const db = new Kysely<Schema>({
    dialect,
    ...(onQuery && { log: loggerOf(onQuery) }),
  });
  const copyTo = (folder: string) =>
    db.connection().execute(async (connection) => {
      await sql`checkpoint`.execute(connection);
      // File systems with copy-on-write share the content until it changes.
      await cp(where, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
    });
  const timer = setInterval(() => void vacuum(db), vacuumEvery).unref();
  const close = async () => {
    clearInterval(timer);
    await db.destroy();
    await thread.close().finally(unlock);
  };
  let closed: Promise<void> | undefined;
  return {
    db,
    reads: db,
    readsFor: () => db,
    jobs: db,
    probe: db,
    copyTo: dataDir === null ? null : copyTo,
    now: ownClock,
    embedded: true,
    pools: () => [{ pool: "main", ...dialect.usage() }],
    where,
    close: () => (closed ??= close()),
  };
}

/** The embedded database is part of this process, and uses the same clock. */
const ownClock = () => new Date();

/** Frees the space of old row versions and of the log, and renews the planner's statistics: 70 ms at 57 MB. */
async function vacuum(db: Database) {
  try {
    await sql`vacuum (analyze)`.execute(db);
    await sql`checkpoint`.execute(db);
  } catch (error) {
    process.emitWarning(`The embedded database could not be vacuumed: ${String(error)}`);
  }
}
