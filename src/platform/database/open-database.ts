import type { Database } from "#db/schema.server.ts";

/** The choice of database to open. */
export type DatabaseChoice = {
  /** A PostgreSQL address (`postgres://user:password@host:5432/name`), or null for the embedded database. */
  url: string | null;
  /** The folder of the embedded database, created if missing; null keeps it in memory (tests). */
  dataDir: string | null;
  /** True if the embedded database's commits wait for the disk, so that a power cut loses none; the default. */
  durable?: boolean;
  /** A dump of an embedded database to begin with, for tests; only in memory. */
  dump?: Uint8Array;
  /** The time that a query waits for a connection before it fails, in milliseconds; 10 s by default. */
  patience?: number;
  /** The maximum number of connections to PostgreSQL; 24 by default. */
  connections?: number;
  /**
   * True if the address is a pooler's, which lends a connection for one transaction; migrations cannot run through it.
   */
  isPooled?: boolean;
  /** The time that a statement waits for a locked row, in milliseconds; 5 s by default. */
  lockPatience?: number;
  /** Called for each query: with its text without values, its duration in seconds, and the error of a failed one. */
  onQuery?: (statement: string, seconds: number, error?: unknown) => void;
  /** Called once if the embedded database stops by itself: from then on every query fails. */
  onLost?: (reason: Error) => void;
};

/** The number of used and idle connections of a pool, and of callers who wait for one. */
export type PoolFigures = { pool: string; used: number; idle: number; waiting: number };

/** Null for a database without files: PostgreSQL, and the embedded one in memory. */
export type OpenDatabase = {
  db: Database;
  reads: Database;
  /** Returns reads that are canceled when the signal is aborted; the embedded database cannot cancel one. */
  readsFor: (gone?: AbortSignal) => Database;
  jobs: Database;
  probe: Database;
  /** Null for databases without files of ours: PostgreSQL, and the embedded one in memory. */
  copyTo: ((folder: string) => Promise<void>) | null;
  now: () => Date;
  embedded: boolean;
  /** Returns the use of the pools of connections; the embedded database's only connection is a pool too. */
  pools: () => PoolFigures[];
  where: string;
  close: () => Promise<void>;
};
