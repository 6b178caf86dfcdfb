import { Kysely, PostgresDialect } from "kysely";
import { Pool, types } from "pg";
import type { OpenDatabase } from "./open-database.ts";
import type { Schema } from "./schema.server.ts";
import { StartFailure } from "./start-failure.ts";

const oldest = 15;
const connectionsMax = 10;
/** The time limit of a query, in milliseconds: the slowest that we know takes a hundredth. Migrations lift it. */
const statementTimeout = 30_000;
const defaultPatience = 10_000;

// pg gives a bigint as a string, to be exact above 2^53; we count nothing as large. A date has no time zone to be a Date in.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.DATE, String);

/**
 * Opens a PostgreSQL database through a pool of 10 connections, and asks it its version, so that a wrong address is
 * found at the start.
 * @throws StartFailure when it cannot be reached or is older than 15
 */
export async function openPostgres(url: string, { patience = defaultPatience } = {}): Promise<OpenDatabase> {
  const where = placeOf(url);
  const pool = new Pool({
    connectionString: url,
    application_name: "goodturn",
    max: connectionsMax,
    connectionTimeoutMillis: patience,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 2 * statementTimeout,
    keepAlive: true,
  });
  // A connection that the server ends is replaced by the pool, and a query on it fails by itself. Without a listener,
  // for the idle ones and for those in use, the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  await checkVersion(pool, where).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { db, embedded: false, where, close: () => db.destroy().then(() => (pool.ended ? undefined : pool.end())) };
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

/** Where a PostgreSQL address leads, without user and password. */
function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = hostname || searchParams.get("host") || "localhost";
  return `PostgreSQL at ${host}:${port || searchParams.get("port") || 5432}${pathname}`;
}

/** A host with several addresses fails with one error for each and no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
