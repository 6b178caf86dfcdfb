import { Kysely, PostgresDialect, sql, type PostgresPool } from "kysely";
import { Pool, types } from "pg";
import { cancelable } from "./cancelable.ts";
import { createClock } from "./clock.ts";
import { loggerOf } from "./told-queries.ts";
import type { DatabaseChoice, OpenDatabase } from "./open-database.ts";
import { keepPrepared } from "#db/prepared.ts";
import type { Database, Schema } from "#db/schema.server.ts";
import { createSharedConnection, sharing } from "./shared-connection.ts";
import { StartFailure } from "#db/start-failure.ts";
import { transactionPool } from "./transaction-pool.ts";

const oldest = 15;
const defaultConnections = 24;
/** The shares of connections for public reads and for background work; the others are for members. */
const shareOf = { reads: 1 / 3, jobs: 1 / 6 };
/** The time limits of a query, in milliseconds: the slowest known one takes a hundredth. Migrations lift them. */
const statementTimeout = 30_000;
const readTimeout = 2000;
const defaultLockPatience = 5000;
const defaultPatience = 10_000;
/**
 * The share of each pool's connections that stay open while unused: other programs may need PostgreSQL's connections.
 */
const keptShare = 1 / 2;

// pg returns a bigint as a string, to be exact above 2^53; our counts are never that large. A date has no time zone for
// a Date.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.DATE, String);

type Choice = Pick<DatabaseChoice, "patience" | "connections" | "lockPatience" | "isPooled" | "onQuery">;

/**
 * Opens a PostgreSQL database through pools of connections, and reads its version, so that a wrong address is found at
 * the start.
 * @throws StartFailure if it cannot be reached or is older than 15
 */
export async function openPostgres(url: string, choice: Choice = {}): Promise<OpenDatabase> {
  const { connections = defaultConnections, lockPatience = defaultLockPatience, patience = defaultPatience } = choice;
  const { isPooled = false, onQuery } = choice;
  const where = placeOf(url);
  const pools = new Map<string, Pool>();
  const limitsFor = (longest: number) => ({
    statement_timeout: longest,
    // A statement that waits for a row keeps a connection that others need.
    lock_timeout: lockPatience,
    idle_in_transaction_session_timeout: 2 * statementTimeout,
  });
  const settingsFor = (longest: number, wait: number) => ({
    connectionString: url,
    application_name: "goodturn",
    connectionTimeoutMillis: wait,
    // A pooler rejects connections with startup parameters.
    ...(!isPooled && limitsFor(longest)),
    keepAlive: true,
  });
  const open = (name: string, max: number, longest = statementTimeout, wait = patience) => {
    const pool = new Pool({ ...settingsFor(longest, wait), max, min: Math.ceil(max * keptShare) });
    // The pool replaces a connection that the server ends, and a query on it fails by itself. Without these listeners,
    // for idle and used connections, the event would end the process.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    if (!isPooled) pool.on("connect", keepPrepared);
    pools.set(name, pool);
    return pool;
  };
  const on = (pool: PostgresPool, longest = statementTimeout) =>
    new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: isPooled ? transactionPool(pool, limitsFor(longest)) : pool }),
      ...(onQuery && { log: loggerOf(onQuery) }),
    });
  const [forReads, forJobs] = [Math.ceil(connections * shareOf.reads), Math.ceil(connections * shareOf.jobs)];
  const main = open("main", Math.max(1, connections - forReads - forJobs - 1));
  const readers = open("reads", Math.max(1, forReads - 1), readTimeout);
  // Its statements end by themselves long before this limit. Without an answer the server is unreachable, and all
  // callers would wait for it.
  const shared = createSharedConnection({ ...settingsFor(readTimeout, patience), query_timeout: 2 * readTimeout });
  // Behind a pooler nothing is prepared, because the next statement may get another connection.
  const withShared = (pool: PostgresPool) => (isPooled ? pool : sharing(pool, shared));
  const reads = on(withShared(readers), readTimeout);
  const opened = {
    db: on(main),
    reads,
    readsFor: (gone?: AbortSignal) => (gone ? on(withShared(cancelable(readers, gone)), readTimeout) : reads),
    jobs: on(open("jobs", forJobs)),
    probe: on(open("probe", 1, readTimeout, readTimeout), readTimeout),
  };
  const clock = createClock(() => timeOf(opened.db));
  const close = async () => {
    clock.stop();
    await Promise.all([shared.end(), ...[...pools.values()].filter(({ ended }) => !ended).map((pool) => pool.end())]);
  };
  try {
    await checkVersion(main, where);
    await clock.look();
  } catch (error) {
    await close();
    throw error;
  }
  const figures = () => Array.from(pools, ([name, pool]) => ({ pool: name, ...usedOf(pool) }));
  return { ...opened, copyTo: null, now: clock.now, embedded: false, pools: figures, where, close };
}

const usedOf = ({ totalCount, idleCount, waitingCount }: Pool) => ({
  used: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});

async function timeOf(db: Database): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db);
  if (!rows[0]) throw new Error("PostgreSQL returned no time");
  return rows[0].time;
}

async function checkVersion(pool: Pool, where: string) {
  const version = await versionOf(pool).catch((error: unknown) => {
    throw new StartFailure(`DATABASE_URL: ${where} cannot be reached: ${reasonOf(error)}.`, { cause: error });
  });
  if (version < oldest)
    throw new StartFailure(`DATABASE_URL: ${where} is version ${version}; we need ${oldest} or later.`);
}

async function versionOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ number: string }>("select current_setting('server_version_num') as number");
  return Math.floor(Number(rows[0]?.number) / 10_000);
}

/** Returns the location in a PostgreSQL address, without user and password. */
function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = decodeURIComponent(hostname) || searchParams.get("host") || "localhost";
  return `PostgreSQL at ${host}:${port || searchParams.get("port") || 5432}${pathname}`;
}

/**
 * Returns an error's message; a host with several addresses fails with one error for each and no message of its own.
 */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
