import { isMigrated } from "#db/migrate.ts";
import type { Database } from "#db/schema.server.ts";

/** The maximum time for the database to answer, in milliseconds. */
const readyMax = 2000;
/** The time for which the answer is valid, in milliseconds. */
const readyFor = 1000;

type Parts = {
  /** A separate connection, so that a burst of requests does not make us look unavailable. */
  probe: Database;
  /** Tells whether writes can succeed. */
  canSave: (db: Database) => Promise<boolean>;
  /** Tells whether this process was told to stop: it still serves requests, but should get no new clients. */
  isStopping: () => boolean;
};

/**
 * Returns a function that tells whether this process can do its work, for `/readyz`: the database is reachable, up to
 * date and has room, and the process is not about to stop. It asks the database at most once a second for any number of
 * callers.
 */
export function createReadiness({ probe, canSave, isStopping }: Parts): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  let askedAt = -Infinity;
  return async () => {
    if (isStopping()) return false;
    if (asked && performance.now() - askedAt < readyFor) return asked;
    askedAt = performance.now();
    const late = new Promise<false>((resolve) => setTimeout(resolve, readyMax, false).unref());
    asked = Promise.race([
      isMigrated(probe)
        .then(async (isSo) => isSo && canSave(probe))
        .catch(() => false),
      late,
    ]);
    return asked;
  };
}
