import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartFailure } from "#db/start-failure.ts";

/**
 * Creates the folder if it is missing, and locks it for this process. The lock is a transaction on an SQLite file
 * beside the data. The kernel releases it when the process ends, even by kill -9, so there is never a stale lock.
 * @returns a function that unlocks it
 * @throws StartFailure if the folder cannot be written, or another process holds the lock
 */
export function lockDirectory(directory: string, file: string): () => void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK);
    const lock = new DatabaseSync(join(directory, file));
    lock.exec("pragma busy_timeout = 0");
    lock.exec("begin exclusive");
    return () => lock.close();
  } catch (error) {
    throw new StartFailure(sentenceFor(error, directory), { cause: error });
  }
}

const sqliteBusy = 5;

function sentenceFor(error: unknown, directory: string): string {
  const { errcode, message } = error as { errcode?: number; message: string };
  if (errcode === sqliteBusy)
    return `DATA_DIR: ${directory} is in use by another process of Goodturn; stop that one first.`;
  return `DATA_DIR: ${directory} cannot be written to: ${message}.`;
}
