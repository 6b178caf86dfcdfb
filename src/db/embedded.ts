import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { Kysely, sql } from "kysely";
import type { DatabaseChoice, OpenDatabase } from "./connect.ts";
import { lockDirectory } from "./directory-lock.ts";
import { EmbeddedDialect, type RunQuery } from "./embedded-dialect.ts";
import type { Answer, Question, WorkerStart } from "./embedded-worker.ts";
import type { Database, Schema } from "./schema.server.ts";
import { StartFailure } from "./start-failure.ts";

const vacuumEvery = 10 * 60_000;
const defaultPatience = 10_000;

/**
 * Opens PGlite, which is PostgreSQL in WebAssembly, below `dataDir` or in memory. Four guards make it fit for use:
 * - a lock on the folder, because two processes on one folder would corrupt it without a word;
 * - a thread of its own, because a query blocks the thread that it runs on;
 * - a vacuum by timer, because it has no autovacuum and would grow for ever;
 * - honesty, which is the caller's: it runs without fsync, so a kill loses nothing, but a power cut may.
 * @throws StartFailure when the folder is in use by another process, cannot be written, or holds no database of ours
 */
export async function openEmbedded(choice: DatabaseChoice): Promise<OpenDatabase> {
  const { dataDir, patience = defaultPatience, onLost } = choice;
  const unlock = dataDir === null ? () => {} : lockDirectory(dataDir, "database.lock");
  const where = dataDir === null ? "memory" : join(dataDir, "database");
  if (dataDir !== null) mkdirSync(where, { recursive: true, mode: 0o700 });
  const thread = startThread({ dataDir: dataDir === null ? null : where, dump: choice.dump ?? null }, onLost);
  await thread.ready.catch((error: unknown) => {
    unlock();
    throw new StartFailure(`The embedded database in ${where} does not open: ${String(error)}.`, { cause: error });
  });
  const db = new Kysely<Schema>({ dialect: new EmbeddedDialect(thread.run, patience) });
  const timer = setInterval(() => void vacuum(db), vacuumEvery).unref();
  const close = async () => {
    clearInterval(timer);
    await db.destroy();
    await thread.close();
    unlock();
  };
  return { db, embedded: true, where, close };
}

/** Gives back the space of old row versions and of the log, and renews what the planner knows: 70 ms at 57 MB. */
async function vacuum(db: Database) {
  try {
    await sql`vacuum (analyze)`.execute(db);
    await sql`checkpoint`.execute(db);
  } catch (error) {
    process.emitWarning(`The embedded database could not be tidied up: ${String(error)}`);
  }
}

/** Runs PGlite in a thread and asks it queries; each answer finds its question by a number. */
function startThread(workerData: WorkerStart, onLost?: (reason: Error) => void) {
  const worker = new Worker(new URL("./embedded-worker.ts", import.meta.url), { workerData });
  const pending = new Map<number, { resolve: (answer: Answer) => void; reject: (reason: Error) => void }>();
  let asked = 0;
  let gone: Error | undefined;
  let closing = false;

  const ask = async (question: Omit<Question, "id">) => {
    const answer = await new Promise<Answer>((resolve, reject) => {
      if (gone) return reject(gone);
      const id = asked++;
      pending.set(id, { resolve, reject });
      try {
        worker.postMessage({ ...question, id } satisfies Question);
      } catch (error) {
        // A parameter that cannot be copied, such as a function.
        pending.delete(id);
        reject(error);
      }
    });
    // Made here and not where the answer arrives, so that its stack leads to who asked.
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
    return answer;
  };

  worker.on("message", (answer: Answer) => {
    pending.get(answer.id)?.resolve(answer);
    pending.delete(answer.id);
  });

  const lose = (reason: Error) => {
    if (gone) return;
    gone = reason;
    for (const { reject } of pending.values()) reject(reason);
    pending.clear();
    if (!closing) onLost?.(reason);
  };
  worker.on("error", (error: Error) => lose(error));
  worker.on("exit", (code) => lose(new Error(`The embedded database has stopped (code ${code})`)));

  const run: RunQuery = (text, parameters) => ask({ kind: "query", text, parameters });
  const close = async () => {
    closing = true;
    if (!gone) await ask({ kind: "close" });
    await worker.terminate();
  };
  return { ready: ask({ kind: "open" }), run, close };
}
