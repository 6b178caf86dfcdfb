import { existsSync } from "node:fs";
import { sql } from "kysely";
import { openDatabase } from "../database/connect.ts";
import { isMigrated, migrate, migrationsDone } from "#db/migrate.ts";
import type { Database } from "#db/schema.server.ts";
import { StartFailure } from "#db/start-failure.ts";
import { copyRows, copySequences, sumOf, tablesOf } from "../database/table-copy.ts";
import type { Config } from "../config/config.ts";
import { embeddedIn, secretOf } from "./site-data.ts";

/** A table that was moved, and its number of rows. */
export type Moved = { table: string; rows: number };

/**
 * Copies everything from the embedded database into an empty PostgreSQL, in one transaction there, and then compares
 * the number of rows and a checksum of each table. The embedded database stays unchanged.
 * @throws StartFailure with a sentence if a site runs on the embedded database, the other one is not empty, their
 * versions or secrets differ, or a table is not the same in both; then nothing is left there
 */
export async function move(config: Config): Promise<Moved[]> {
  const { dataDir, authSecret } = config;
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  if (url === null) throw new StartFailure("DATABASE_URL has to be set, to the PostgreSQL database to move into.");
  if (!existsSync(embeddedIn(dataDir)))
    throw new StartFailure(`There is no embedded database in ${dataDir}; set DATA_DIR.`);
  const secret = secretOf({ authSecret: null, dataDir });
  if (secret !== null && secret !== authSecret) {
    throw new StartFailure(
      `AUTH_SECRET differs from this site's, so all sessions and links in mails would end: set it to the content of ${dataDir}/auth-secret.`,
    );
  }
  const from = await openDatabase({ url: null, dataDir });
  try {
    const into = await openDatabase({ url, dataDir: null, connections: 5 });
    try {
      await expectSameVersion(from.db, into.db);
      return await copyAll(from.db, into.db, into.where);
    } finally {
      await into.close();
    }
  } finally {
    await from.close();
  }
}

/** Creates the tables if there are none; existing ones must be of the same version. */
async function expectSameVersion(from: Database, into: Database) {
  const known = (await migrationsDone(from)).toSorted().join();
  const isEmpty = (await tablesOf(into)).length === 0;
  if (isEmpty && (await isMigrated(from))) await migrate(into);
  const there = (await migrationsDone(into)).toSorted().join();
  if (known === there) return;
  throw new StartFailure(
    "The embedded database is from a different version of Goodturn: start the site on it once, stop it, and then move.",
  );
}

async function copyAll(from: Database, into: Database, where: string): Promise<Moved[]> {
  const tables = await tablesOf(from);
  return into.transaction().execute(async (target) =>
    from.transaction().execute(async (source) => {
      for (const db of [source, target]) await sql`set local timezone to 'UTC'`.execute(db);
      await sql`set local statement_timeout = 0`.execute(target);
      const moved: Moved[] = [];
      // A first start on the other database may have read the towns there already; they are copied too.
      for (const table of ["towns", "town_names", "town_editions"])
        await sql`delete from ${sql.table(table)}`.execute(target);
      for (const table of tables) {
        // Neither triggers nor other connections may write now.
        await sql`alter table ${sql.table(table)} disable trigger user`.execute(target);
        const { rows } = await sumOf(target, table);
        if (rows > 0) throw new StartFailure(`${where} is not empty: its table ${table} has ${rows} rows.`);
      }
      for (const table of tables) {
        await copyRows(source, target, table);
        const [here, there] = [await sumOf(source, table), await sumOf(target, table)];
        if (here.rows !== there.rows || here.sum !== there.sum) {
          throw new StartFailure(
            `The table ${table} was not copied correctly (${here.rows} rows here, ${there.rows} there); nothing was moved.`,
          );
        }
        await sql`alter table ${sql.table(table)} enable trigger user`.execute(target);
        moved.push({ table, rows: here.rows });
      }
      await copySequences(source, target);
      return moved;
    }),
  );
}
