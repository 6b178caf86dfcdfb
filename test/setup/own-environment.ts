import { accessSync, constants, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The variables that `tmpdir()` reads. */
const temporary = ["TMPDIR", "TMP", "TEMP"];

/**
 * Removes the tester's database settings from an environment: `pg`, libpq and PostgreSQL's programs read PGHOST,
 * PGSSLMODE, PGOPTIONS, PGDATA and more. A folder for temporary files stays if it is writable; its path becomes
 * absolute, because our programs run in different folders.
 */
export function makeOwn(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) if (/^PG[A-Z_]+$/.test(name)) delete environment[name];
  for (const name of temporary) {
    const folder = environment[name];
    if (!folder) continue;
    if (isFolderForFiles(folder)) environment[name] = resolve(folder);
    else delete environment[name];
  }
}

function isFolderForFiles(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Makes a temporary folder whose parents every user of this machine may enter: in TMPDIR if possible, otherwise in
 * /tmp.
 */
export function makeOpenFolder(name: string): string {
  const folder = isOpen(tmpdir()) ? tmpdir() : "/tmp";
  return mkdtempSync(join(folder, name));
}

/** True if every user may enter a folder and all above it. */
export function isOpen(path: string): boolean {
  const absolute = resolve(path);
  const parent = resolve(absolute, "..");
  return (statSync(absolute).mode & 0o001) !== 0 && (parent === absolute || isOpen(parent));
}
