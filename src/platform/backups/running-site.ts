import { chmodSync, rmSync } from "node:fs";
import { createServer, request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import type { OpenDatabase } from "../database/open-database.ts";
import { StartFailure } from "#db/start-failure.ts";
import { textOf } from "./archive.ts";
import { copyBeside, removeCopies, State, stateOf } from "./site-data.ts";

// Only one process can open the embedded database. So the backup program asks the running site's process, at a socket
// in the data folder that only its owner can reach.

const socketName = "backup.sock";
/** The maximum length of a socket's path on common systems, in bytes. */
const pathMax = 103;

/** A site that runs on an embedded database. */
type Site = { dataDir: string; database: OpenDatabase; secret: string; log: (line: string) => void };

/**
 * Copies the database for each program that asks at the socket, as long as the process runs. Call it while the folder
 * is locked: an existing socket is then a leftover.
 * @returns a function that stops it, and waits for a copy in progress
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
    const answered = answers[url]?.() ?? Promise.reject(new Error("unknown request"));
    answered.then(
      (said) => answer.end(JSON.stringify(said)),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    );
  });
  server.on("error", (error) => log(`Backup: only while the site is stopped: ${error.message}.`));
  rmSync(path, { force: true });
  removeCopies(dataDir);
  server.listen(path, () => chmodSync(path, 0o600));
  // The server must not keep the process alive.
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** A running site, with what a backup needs; `copy` returns the folder of a copy that the caller must delete. */
export type RunningSite = { state: State; copy: () => Promise<string> };

/** Finds the site that runs on a data folder. @returns null if none is running, or if it cannot be asked */
export async function findRunningSite(dataDir: string): Promise<RunningSite | null> {
  const ask = (path: string) => askAt(join(dataDir, socketName), path);
  const state = await ask("/state").catch((error: NodeJS.ErrnoException) => {
    if (["ENOENT", "ENOTDIR", "ECONNREFUSED", "EINVAL", "ENOTSOCK"].includes(error.code ?? "")) return null;
    throw error;
  });
  return state === null ? null : { state: State.parse(state), copy: async () => z.string().parse(await ask("/copy")) };
}

/** Sends a request to the site. @throws StartFailure with the site's message if it fails */
async function askAt(socketPath: string, path: string): Promise<unknown> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ socketPath, path }, resolve).on("error", reject).end();
  });
  const said = await textOf(answer);
  if (answer.statusCode === 200) return JSON.parse(said);
  throw new StartFailure(`The site could not make a backup: ${said}`);
}
