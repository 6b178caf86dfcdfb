import { sql } from "kysely";
import type { DatabaseChoice } from "../database/open-database.ts";
import type { Database } from "#db/schema.server.ts";
import { outageIn } from "#domain/outage.ts";

type OnQuery = NonNullable<DatabaseChoice["onQuery"]>;

/**
 * The number of test lines of some 60 bytes: 4 MB, which must fit on the disk before we report that writes succeed
 * again.
 */
const lines = 60_000;

/**
 * Remembers that the database had no room, until it has some again. A full disk still answers reads, so reading a row
 * does not detect it.
 * @param next called for each query, too
 */
export function createSaving(next: OnQuery = () => {}) {
  let isFull = false;
  const onQuery: OnQuery = (statement, seconds, error) => {
    if (outageIn(error) === "cannot_save") isFull = true;
    next(statement, seconds, error);
  };
  return {
    /** Observes the result of each query. */
    onQuery,
    /** Tries to write, if a write has failed before; the written data are discarded at once. */
    canSave: async (db: Database): Promise<boolean> => {
      if (isFull) isFull = !(await hasRoom(db));
      return !isFull;
    },
  };
}

/** Writes to a temporary table, whose files are on the same disk. */
async function hasRoom(db: Database): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      const filled = sql`select md5(n::text) as filler from generate_series(1, ${sql.lit(lines)}) n`;
      await sql`create temporary table goodturn_room on commit drop as ${filled}`.execute(tx);
    });
    return true;
  } catch (error) {
    if (outageIn(error) === null) throw error;
    return false;
  }
}
