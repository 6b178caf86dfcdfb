import { chmodSync, rmSync } from "node:fs";
import { createServer, request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import type { OpenDatabase } from "../database/open-database.ts";
import { StartFailure } from "#db/start-failure.ts";
import { textOf } from "./archive.ts";
import { copyBeside, removeCopies, State, stateOf } from "./site-data.ts";

// The embedded database is one process's own. So the program that backs up a site that runs asks that process, at a socket in the
// folder of its data, which nobody but its owner can reach.

const socketName = "backup.sock";
/** Systems take no longer ones, in bytes. */
const pathMax = 103;

/** A site that runs on an embedded database. */
type Site = { dataDir: string; database: OpenDatabase; secret: string; log: (line: string) => void };

/**
 * Copies the database for each program that asks at the socket, as long as the process runs. Call it while the folder is locked: a socket
 * that is there is then nobody's.
 * @returns how to end it, once none is under way
 */
export function offerBackups({ dataDir, database, secret, log }: Site): () => Promise<void> {
  const path = join(dataDir, socketName);
  if (Buffer.byteLength(path) > pathMax) {
    log(`Backup: only while the site is stopped, as ${path} has more than ${pathMax} bytes; a shorter DATA_DIR helps.`);
    return async () => {};
  }
  const answers: Record<string, () => Promise<unknown>> = {
    "/state": () => stateOf(database, secret),
    "/copy": () => copyBeside(database, dataDir),
  };
  const server = createServer(({ url = "" }, answer) => {
    const answered = answers[url]?.() ?? Promise.reject(new Error("There is no such thing to ask for."));
    answered.then(
      (said) => answer.end(JSON.stringify(said)),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    );
  });
  server.on("error", (error) => log(`Backup: only while the site is stopped: ${error.message}.`));
  rmSync(path, { force: true });
  removeCopies(dataDir);
  server.listen(path, () => chmodSync(path, 0o600));
  // It may not keep the process from ending.
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** A site that runs, as far as a backup is concerned; `copy` gives the folder of a copy that is the caller's. */
export type RunningSite = { state: State; copy: () => Promise<string> };

/** Finds the site that runs on a folder of data. @returns null when none runs, or none that could be asked */
export async function findRunningSite(dataDir: string): Promise<RunningSite | null> {
  const ask = (path: string) => askAt(join(dataDir, socketName), path);
  const state = await ask("/state").catch((error: NodeJS.ErrnoException) => {
    if (["ENOENT", "ENOTDIR", "ECONNREFUSED", "EINVAL", "ENOTSOCK"].includes(error.code ?? "")) return null;
    throw error;
  });
  return state === null ? null : { state: State.parse(state), copy: async () => z.string().parse(await ask("/copy")) };
}

/** @throws StartFailure with the site's words when it cannot */
async function askAt(socketPath: string, path: string): Promise<unknown> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ socketPath, path }, resolve).on("error", reject).end();
  });
  const said = await textOf(answer);
  if (answer.statusCode === 200) return JSON.parse(said);
  throw new StartFailure(`The site could not make a backup: ${said}`);
}
