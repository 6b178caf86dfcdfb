import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { inject, type ProvidedContext } from "vitest";
import { openDatabase } from "#platform/database/connect.ts";
import type { OpenDatabase } from "#platform/database/open-database.ts";
import type { Database } from "#db/schema.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * The start of a test's database, which depends on the project: the dump of an embedded database, or a PostgreSQL
     * and the name of its template.
     */
    database: { dump: string; url?: never } | { url: string; template: string };
  }
}

/** In milliseconds. A test that waits longer for a connection uses the outer handle inside a transaction. */
const patience = 15_000;

// Shared by a worker's files: opening a database takes longer than most files run.
const shared = globalThis as { databaseOfThisWorker?: Promise<OpenDatabase> };

/**
 * The database of this test worker, migrated and empty: PGlite in the project 'pglite', PostgreSQL in 'postgres'. Call
 * it in `beforeEach`; it stays open after the test.
 */
export async function testDatabase(): Promise<Database> {
  const { db } = await (shared.databaseOfThisWorker ??= open());
  await empty(db);
  return db;
}

/** The address of that database if it is a PostgreSQL, else null. */
export const postgresOfTests = (): string | null => {
  const { url } = provided();
  return url === undefined ? null : Object.assign(new URL(url), { pathname: `/${nameOfThisWorkers}` }).href;
};

/** The address of a new PostgreSQL database, empty and not migrated, for tests that open it themselves. */
export async function newPostgresDatabase(): Promise<string> {
  const { url } = provided();
  if (!url) throw new Error("This test is for the project 'postgres' only.");
  return createDatabase(url, `new_${process.pid}_${Date.now()}`, "template0");
}

const nameOfThisWorkers = `worker_${process.env["VITEST_POOL_ID"]}_${process.pid}`;

async function open(): Promise<OpenDatabase> {
  const given = provided();
  if (given.url === undefined) {
    return openDatabase({ url: null, dataDir: null, dump: await readFile(given.dump), patience });
  }
  const url = await createDatabase(given.url, nameOfThisWorkers, given.template);
  return openDatabase({ url, dataDir: null, patience });
}

function provided() {
  const given = inject("database") as ProvidedContext["database"] | undefined;
  if (!given) throw new Error("This file uses a database: name it in `notPlain` in vitest.config.ts.");
  return given;
}

async function createDatabase(url: string, name: string, template: string): Promise<string> {
  const admin = new Client(url);
  await admin.connect();
  await admin.query(`create database ${name} template ${template}`);
  await admin.end();
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

let tables: string[] | undefined;

/**
 * Deletes every row in one statement, so that the order does not matter. `truncate` takes 5 times as long, as it
 * creates new files. Triggers are off: they would check references, and protect append-only tables.
 */
async function empty(db: Database) {
  tables ??= await tablesOf(db);
  const deletions = tables.map((name) => sql`${sql.id(`from_${name}`)} as (delete from ${sql.table(name)})`);
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`with ${sql.join(deletions)} select`.execute(tx);
  });
}

/** The names of all our tables, except those of the migrator. */
export async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'`.execute(db);
  return rows.map(({ name }) => name);
}
