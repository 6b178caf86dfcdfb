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
