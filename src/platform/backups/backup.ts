import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { openDatabase } from "../database/connect.ts";
import { StartFailure } from "#db/start-failure.ts";
import type { Config } from "../config/config.ts";
import { bytesOf, databaseParts, type PartContent, writeArchive } from "./archive.ts";
import { outputOf, startPostgresProgram, startProgram } from "./programs.ts";
import { findRunningSite } from "./running-site.ts";
import { copyBeside, embeddedIn, secretOf, type State, stateOf } from "./site-data.ts";

type Backup = { kind: "embedded" | "postgres"; state: State };

/**
 * Writes a backup of a site into a file: its database with pictures, and the secret that it signs with. It contains
 * every change committed before it began, whether or not the site is running.
 * @returns what is in it
 * @throws StartFailure with a sentence if there is such a file, there is no site, or it cannot be read
 */
export async function backUp(file: string, config: Config): Promise<Backup> {
  if (existsSync(file)) throw new StartFailure(`${file} exists already; name another file, or remove that one.`);
  return config.databaseUrl === null ? backUpEmbedded(file, config) : backUpPostgres(file, config);
}

async function backUpEmbedded(file: string, config: Config): Promise<Backup> {
  const running = await findRunningSite(config.dataDir);
  if (running) return writePacked(file, running.state, running.copy);
  if (!existsSync(embeddedIn(config.dataDir))) {
    throw new StartFailure(`There is no database in ${config.dataDir}: set DATA_DIR, or DATABASE_URL for PostgreSQL.`);
  }
  const database = await openDatabase({ url: null, dataDir: config.dataDir });
  try {
    const state = await stateOf(database, secretOf(config));
    return await writePacked(file, state, () => copyBeside(database, config.dataDir));
  } finally {
    await database.close();
  }
}

/** Packs a copy of the database's files, and deletes the copy. */
async function writePacked(file: string, state: State, copy: () => Promise<string>): Promise<Backup> {
  const folder = await copy();
  try {
    const tar = () => startProgram({ name: "tar", words: ["-czf", "-", "-C", folder, "."] });
    return await write(file, "embedded", state, { name: databaseParts.embedded, content: outputOf(tar) });
  } finally {
    await rm(dirname(folder), { recursive: true, force: true });
  }
}

async function backUpPostgres(file: string, config: Config): Promise<Backup> {
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? "";
  const state = await stateThere(url, secretOf(config));
  const dump = () => startPostgresProgram("pg_dump", ["--format=custom", "--no-owner", "--no-privileges"], url);
  return write(file, "postgres", state, { name: databaseParts.postgres, content: outputOf(dump) });
}

async function stateThere(url: string, secret: string | null) {
  const database = await openDatabase({ url, dataDir: null });
  try {
    return await stateOf(database, secret);
  } finally {
    await database.close();
  }
}

async function write(file: string, kind: Backup["kind"], state: State, database: PartContent): Promise<Backup> {
  const { secret, ...about } = state;
  await writeArchive(file, { kind, ...about }, [database, { name: "auth-secret", content: bytesOf(`${secret}\n`) }]);
  return { kind, state };
}
