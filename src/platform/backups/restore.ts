import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { openDatabase } from "../database/connect.ts";
import { lockDirectory } from "../database/directory-lock.ts";
import { migrationsDone, unknownOf } from "#db/migrate.ts";
import type { Database } from "#db/schema.server.ts";
import { StartFailure } from "#db/start-failure.ts";
import type { Config } from "../config/config.ts";
import { keepPrivate } from "../process/private-folder.ts";
import { type About, type Archive, databaseParts, readArchive, textOf } from "./archive.ts";
import { startPostgresProgram, startProgram } from "./programs.ts";
import { embeddedIn, isInUse, keepSecret } from "./site-data.ts";

/** The content of a restored backup, its target, and whether the site now signs with the backup's secret. */
export type Restored = { about: About; where: string; hasSecret: boolean };

/**
 * Restores a site's database from a backup, and for an embedded one its secret too; after a failure nothing has
 * changed.
 * @param replaces true if existing data may be replaced
 * @throws StartFailure with a sentence if the backup is damaged, of a newer version or of the other kind of database,
 * if a site is running there, or if there are data that may not be replaced
 */
export async function restore(file: string, config: Config, replaces: boolean): Promise<Restored> {
  const archive = await readArchive(file);
  const { about, read } = archive;
  const unknown = unknownOf(about.migrations);
  if (unknown) {
    throw new StartFailure(
      `${file} was written by a newer version of Goodturn (${about.version}; its migration ${unknown} is not known here). Restore it with that version.`,
    );
  }
  if (config.databaseUrl !== null && about.kind === "embedded") {
    throw new StartFailure(
      `${file} is of an embedded database, and DATABASE_URL is set: restore it without, into a DATA_DIR of its own, and then \`npm run move\`.`,
    );
  }
  if (config.databaseUrl === null && about.kind === "postgres") {
    throw new StartFailure(`${file} is of a PostgreSQL database: set DATABASE_URL to the one to restore it into.`);
  }
  const secret = (await textOf(read("auth-secret"))).trim();
  const where =
    about.kind === "embedded"
      ? await restoreEmbedded(archive, { dataDir: config.dataDir, secret, replaces })
      : await restorePostgres(archive, config.databaseDirectUrl ?? config.databaseUrl ?? "", replaces);
  return { about, where, hasSecret: (config.authSecret ?? secret) === secret };
}

type Place = { dataDir: string; secret: string; replaces: boolean };

async function restoreEmbedded({ about, read }: Archive, { dataDir, secret, replaces }: Place): Promise<string> {
  const unlock = lockDirectory(dataDir, "database.lock");
  const making = join(dataDir, "restoring");
  const old = join(dataDir, "database.replaced");
  const where = embeddedIn(dataDir);
  try {
    keepPrivate(dataDir, join(dataDir, "mail"));
    const isThere = isInUse(dataDir);
    if (isThere && !replaces) throw new StartFailure(`There is a site in ${dataDir} already. ${replaceSentence}`);
    for (const rest of [making, old]) rmSync(rest, { recursive: true, force: true });
    await unpack(read(databaseParts.embedded), embeddedIn(making));
    const database = await openDatabase({ url: null, dataDir: making });
    const done = await migrationsDone(database.db);
    await database.close();
    expectSame(done, about.migrations);
    if (isThere) moveIfThere(where, old);
    try {
      renameSync(embeddedIn(making), where);
    } catch (error) {
      if (isThere) moveIfThere(old, where);
      throw error;
    }
    keepSecret(dataDir, secret);
    return where;
  } finally {
    for (const rest of [making, old]) rmSync(rest, { recursive: true, force: true });
    unlock();
  }
}

const replaceSentence = "Take a backup of it, and add `--replace` to replace it.";

function moveIfThere(from: string, to: string) {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

async function unpack(archive: Readable, folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const tar = startProgram({ name: "tar", words: ["-xzf", "-", "-C", folder] });
  tar.output.resume();
  const [piped] = await Promise.allSettled([pipeline(archive, tar.input)]);
  // The program's own message is more useful than a broken pipe.
  await tar.ended;
  if (piped.status === "rejected") throw piped.reason;
}

function expectSame(done: string[], expected: string[]) {
  if (done.toSorted().join() === expected.toSorted().join()) return;
  throw new StartFailure("The database in this backup has a different version than the backup says.");
}

/** Restores in one transaction: existing data are replaced only when the backup is complete. */
async function restorePostgres({ read }: Archive, url: string, replaces: boolean): Promise<string> {
  const { where, isThere } = await checkTarget(url, replaces);
  const script = startProgram({ name: "pg_restore", words: ["--no-owner", "--no-privileges", "--file=-"] });
  const psql = startPostgresProgram("psql", ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"], url);
  psql.output.resume();
  psql.input.write(`begin;\n${isThere ? emptying : ""}`);
  const told = feed(read(databaseParts.postgres), script, psql.input).then(
    () => psql.input.end("commit;\n"),
    // Without the final commit nothing changes.
    (error: unknown) => {
      psql.input.end();
      throw error;
    },
  );
  told.catch(() => {});
  // If the database refuses, its own message explains it best.
  await psql.ended;
  await told;
  return where;
}

/** Pipes a dump through one program into another. @throws the program's message if it fails */
async function feed(dump: Readable, { input, output, ended }: ReturnType<typeof startProgram>, into: Writable) {
  const piped = await Promise.allSettled([pipeline(dump, input), pipeline(output, into, { end: false })]);
  await ended;
  for (const one of piped) if (one.status === "rejected") throw one.reason;
}

/**
 * Returns the target, and whether there is something to replace.
 * @throws StartFailure if that is not allowed, or a site is running on it
 */
async function checkTarget(url: string, replaces: boolean) {
  const { db, where, close } = await openDatabase({ url, dataDir: null, connections: 5 });
  try {
    const { tables, others } = await foundIn(db);
    if (tables > 0 && !replaces) throw new StartFailure(`${where} is not empty. ${replaceSentence}`);
    if (others > 0) {
      throw new StartFailure(`A site runs on ${where} (${others} connections): stop all of its instances first.`);
    }
    return { where, isThere: tables > 0 };
  } finally {
    await close();
  }
}

/** Counts the tables, and the connections of other programs. */
async function foundIn(db: Database) {
  const { rows } = await sql<{ tables: number; others: number }>`
    select (select count(*) from pg_class join pg_namespace n on n.oid = relnamespace
        where relkind in ('r', 'p', 'v', 'm') and nspname !~ '^pg_' and nspname <> 'information_schema') as tables,
      (select count(*) from pg_stat_activity
        where datname = current_database() and application_name like 'goodturn%' and pid <> pg_backend_pid()) as others
    `.execute(db);
  return rows[0] ?? { tables: 0, others: 0 };
}

const emptying = `
  do $$ declare name text; begin
    for name in select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' loop
      execute format('drop schema %I cascade', name);
    end loop;
  end $$;
  create schema public authorization pg_database_owner;
`;
