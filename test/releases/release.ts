import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A database that a release filled with every kind of row by its own calls: see `fill.ts`. */
export type Release = {
  version: string;
  /** The commit that is checked out to run this release. */
  commit: string;
  /** The name of its last migration. */
  migration: string;
  now: string;
  /** Secrets of links that it mailed. */
  links: Record<"participant" | "waitlisted" | "thanks" | "newsletter", string>;
  /** The recipients of the mails that it sent next, sorted. */
  mails: string[];
  data: Record<string, Record<string, unknown>[]>;
};

export const folderOfReleases = import.meta.dirname;

/**
 * The last release, which runs on while instances of this version start.
 * @throws Error unless there is exactly one file
 */
export function lastRelease(): Release {
  const files = readdirSync(folderOfReleases).filter((name) => name.endsWith(".json"));
  const [file] = files;
  if (!file || files.length > 1)
    throw new Error(`test/releases has ${files.length} databases: keep the last release's.`);
  return JSON.parse(readFileSync(join(folderOfReleases, file), "utf8")) as Release;
}
