import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { cube } from "@electric-sql/pglite/contrib/cube";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { SyncedFiles, syncAll, syncedParams } from "./embedded-disk.ts";

// The thread that runs PGlite. It answers one question after the other; `embedded.ts` asks them.

/**
 * The thread's start values: the folder (null for memory), whether commits wait for its disk, and a dump to begin with.
 */
export type WorkerStart = { dataDir: string | null; durable: boolean; dump: Uint8Array | null };

export type Question = { id: number; kind: "open" | "query" | "close"; text?: string; parameters?: readonly unknown[] };

/** The fields of a PostgreSQL error that are copied between threads. */
type SqlError = {
  message: string;
  code?: string;
  constraint?: string;
  detail?: string;
  table?: string;
  column?: string;
};
export type Answer = { id: number; rows?: unknown[]; affectedRows?: number; error?: SqlError };

const { dataDir, durable, dump } = workerData as WorkerStart;
const dateType = 1082;
const isSynced = durable && dataDir !== null;

const database = PGlite.create({
  ...(isSynced
    ? { fs: new SyncedFiles(dataDir, end), startParams: syncedParams }
    : { dataDir: dataDir ?? "memory://" }),
  extensions: { cube, pg_trgm },
  // Returned as text, as from PostgreSQL, because a date has no time zone for a Date.
  parsers: { [dateType]: String },
  ...(dump && { loadDataDir: new Blob([dump as Uint8Array<ArrayBuffer>]) }),
});
// The first caller gets the error; without this handler, a failure before the first question would end the thread.
database.catch(() => {});

parentPort?.on("message", (question: Question) => {
  void answerTo(question)
    .catch((error: unknown) => ({ error: fieldsOf(error) }))
    .then((answer) => parentPort?.postMessage({ ...answer, id: question.id } satisfies Answer));
});

/** Ends this thread at once; pending questions are rejected, and no more are accepted. */
function end(error: unknown): never {
  parentPort?.postMessage({ id: -1, error: fieldsOf(error) } satisfies Answer);
  return process.exit(1);
}

async function answerTo({ kind, text = "", parameters = [] }: Question): Promise<Omit<Answer, "id">> {
  const pglite = await database;
  if (kind === "open" && isSynced) syncAll(dataDir);
  if (kind === "close") await pglite.close();
  if (kind !== "query") return {};
  const { rows, affectedRows } = await pglite.query(text, [...parameters]);
  return { rows, ...(affectedRows !== undefined && { affectedRows }) };
}

function fieldsOf(error: unknown): SqlError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint, detail, table, column } = error as Partial<SqlError>;
  const fields = Object.entries({ code, constraint, detail, table, column }).filter(([, value]) => value !== undefined);
  return { message: error.message, ...Object.fromEntries(fields) };
}
