import type { Database } from "#db/schema.server.ts";

/** Which database to open. */
export type DatabaseChoice = {
  /** A PostgreSQL address (`postgres://user:password@host:5432/name`), or null for the embedded database. */
  url: string | null;
  /** The folder that the embedded database lies in, made when it is missing; null keeps it in memory (tests). */
  dataDir: string | null;
  /** Whether the embedded database's commits wait for the disk, so that a power cut loses none; true when not given. */
  durable?: boolean;
  /** A dump of an embedded database to begin with, for tests; only in memory. */
  dump?: Uint8Array;
  /** How long a query waits for a connection, in milliseconds, before it fails; 10 s when not given. */
  patience?: number;
  /** How many connections there may be to PostgreSQL; 24 when not given. */
  connections?: number;
  /** Whether the address is that of a pooler, which lends a connection for one transaction; then it cannot be migrated through it. */
  isPooled?: boolean;
  /** How long a statement waits for a row that somebody else has locked, in milliseconds; 5 s when not given. */
  lockPatience?: number;
  /** Told of each query: its text, without values, the seconds that it took, and the error of one that failed. */
  onQuery?: (statement: string, seconds: number, error?: unknown) => void;
  /** Called once when the embedded database has stopped by itself: from then on every query fails. */
  onLost?: (reason: Error) => void;
};

/** How many connections of a pool are in use and idle, and how many wait for one. */
export type PoolFigures = { pool: string; used: number; idle: number; waiting: number };

/**
 * An open database. `reads` is the same for what anybody may read, and `jobs` for what is done later: none of them can take the
 * others' connections, and a read that takes too long is given up; with `readsFor`, also when who asked has gone. `probe` has one connection, to see whether the database is
 * there. `copyTo` copies the files of the embedded database, as they are between two statements, into a folder that is not there yet; everybody
 * else waits meanwhile. `now` is the time by the database's clock, which everybody who uses it has in common. `where` tells a person where the data lies, without passwords. */
export type OpenDatabase = {
  db: Database;
  reads: Database;
  /** The same reads, each of which ends when the signal is aborted; the embedded database cannot end one. */
  readsFor: (gone?: AbortSignal) => Database;
  jobs: Database;
  probe: Database;
  /** Null for what has no files of ours: PostgreSQL, and the embedded one in memory. */
  copyTo: ((folder: string) => Promise<void>) | null;
  now: () => Date;
  embedded: boolean;
  /** How the pools of connections are used; the embedded database's one connection is a pool too. */
  pools: () => PoolFigures[];
  where: string;
  close: () => Promise<void>;
};
