import type { Database } from "./schema.server.ts";

/** Which database to open. */
export type DatabaseChoice = {
  /** A PostgreSQL address (`postgres://user:password@host:5432/name`), or null for the embedded database. */
  url: string | null;
  /** The folder that the embedded database lies in, made when it is missing; null keeps it in memory (tests). */
  dataDir: string | null;
  /** A dump of an embedded database to begin with, for tests; only in memory. */
  dump?: Uint8Array;
  /** How long a query waits for a connection, in milliseconds, before it fails; 10 s when not given. */
  patience?: number;
  /** Called once when the embedded database has stopped by itself: from then on every query fails. */
  onLost?: (reason: Error) => void;
};

/** An open database. `where` tells a person where the data lies, without passwords. */
export type OpenDatabase = { db: Database; embedded: boolean; where: string; close: () => Promise<void> };

/**
 * Opens PostgreSQL when it has an address, else the embedded database; both answer the same SQL with the same types:
 * `timestamptz` is a Date, `bigint` a number, `date` a string.
 * A transaction keeps its connection: use its own handle inside it. The outer one waits for a connection that the
 * embedded database, which has only one, cannot give; after `patience` it fails and says so.
 * @throws StartFailure when the database cannot be reached, is in use by another process, or cannot be written
 */
export async function openDatabase(choice: DatabaseChoice): Promise<OpenDatabase> {
  // Each of the two is loaded only when it is the one in use.
  if (choice.url !== null) return (await import("./postgres.ts")).openPostgres(choice.url, choice);
  return (await import("./embedded.ts")).openEmbedded(choice);
}
