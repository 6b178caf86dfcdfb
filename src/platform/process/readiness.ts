import { isMigrated } from "#db/migrate.ts";
import type { Database } from "#db/schema.server.ts";

/** How long the database may take to say that it is there, in milliseconds. */
const readyMax = 2000;
/** How long its answer holds, in milliseconds. */
const readyFor = 1000;

type Parts = {
  /** Has a connection of its own, so that a burst does not make us look as if we were not there. */
  probe: Database;
  /** Whether what people do can be saved. */
  canSave: (db: Database) => Promise<boolean>;
  /** Whether we were told to stop: requests are still served, but nobody else is to be sent here. */
  isStopping: () => boolean;
};

/**
 * Whether this process can do its work, as `/readyz` says and hosts read: the database is there, up to date and has room,
 * and we are not to stop. Asks the database at most once a second, however many ask us.
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
