import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { migrationsDone } from "#db/migrate.ts";
import type { OpenDatabase } from "../database/open-database.ts";
import { StartFailure } from "#db/start-failure.ts";
import { keptSecret } from "../process/auth-secret.ts";
import { ownVersion } from "../process/own-version.ts";

// The indispensable files in a site's data folder. Mails written there count as sent, and all other files can be
// created again.

/** The folder of the embedded database. */
export const embeddedIn = (dataDir: string): string => join(dataDir, "database");

const secretIn = (dataDir: string): string => join(dataDir, "auth-secret");

/** True if a folder has data of a site. */
export const isInUse = (dataDir: string): boolean => [embeddedIn(dataDir), secretIn(dataDir)].some(existsSync);

/** Returns the secret of a site, without creating one: the configured one, or the one stored beside its data. */
export const secretOf = ({ authSecret, dataDir }: { authSecret: string | null; dataDir: string }): string | null =>
  authSecret ?? (existsSync(secretIn(dataDir)) ? keptSecret(dataDir) : null);

/** Stores a secret beside the data, replacing an existing one. */
export function keepSecret(dataDir: string, secret: string): void {
  const file = secretIn(dataDir);
  writeFileSync(`${file}.new`, `${secret}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

const copyPrefix = "copy-";

/**
 * Copies the files of an open database into a new folder beside it.
 * @returns the path of the copy, in a folder used for nothing else
 */
export async function copyBeside({ copyTo }: OpenDatabase, dataDir: string): Promise<string> {
  if (!copyTo) throw new Error("only an embedded database has files of ours");
  const around = mkdtempSync(join(dataDir, copyPrefix));
  try {
    await copyTo(join(around, "database"));
    return join(around, "database");
  } catch (error) {
    rmSync(around, { recursive: true, force: true });
    throw error;
  }
}

/** Removes leftover copies. */
export function removeCopies(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(copyPrefix)))
    rmSync(join(dataDir, name), { recursive: true, force: true });
}

export const State = z.object({
  /** The version of Goodturn. */
  version: z.string(),
  migrations: z.array(z.string()),
  /** The secret that the site signs with. */
  secret: z.string(),
  /** ISO 8601. */
  madeAt: z.string(),
});
/** The contents of a backup besides the database. */
export type State = z.infer<typeof State>;

/** Returns the site's state. @throws StartFailure if there are no tables, or there is no secret */
export async function stateOf({ db, where, now }: OpenDatabase, secret: string | null): Promise<State> {
  const migrations = (await migrationsDone(db)).toSorted();
  if (migrations.length === 0) throw new StartFailure(`There are no tables in ${where} yet.`);
  if (secret === null) throw new StartFailure("This site's secret is missing: set AUTH_SECRET to it.");
  return { version: ownVersion(), migrations, secret, madeAt: now().toISOString() };
}
