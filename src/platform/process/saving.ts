import { sql } from "kysely";
import type { DatabaseChoice } from "../database/open-database.ts";
import type { Database } from "#db/schema.server.ts";
import { outageIn } from "#domain/outage.ts";

type OnQuery = NonNullable<DatabaseChoice["onQuery"]>;

/** Lines of some 60 bytes: 4 MB, which a disk has to have before we say that people can save again. */
const lines = 60_000;

/**
 * Remembers that the database had no room for something, until it has some again. A full disk still answers whoever reads, so asking for
 * a row does not find it out.
 * @param next told of each query, too
 */
export function createSaving(next: OnQuery = () => {}) {
  let isFull = false;
  const onQuery: OnQuery = (statement, seconds, error) => {
    if (outageIn(error) === "cannot_save") isFull = true;
    next(statement, seconds, error);
  };
  return {
    /** Takes what becomes of each query. */
    onQuery,
    /** Tries it, where something could not be saved before; what it writes is gone at once. */
    canSave: async (db: Database): Promise<boolean> => {
      if (isFull) isFull = !(await hasRoom(db));
      return !isFull;
    },
  };
}

/** Writes a table that is nobody's, in files beside those of the others. */
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
