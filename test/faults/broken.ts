import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { changeFile } from "./checkout.ts";

// Later versions that are broken.

/** Changes a build so that its process ends at once. */
export const neverStarts = (build: string): void =>
  changeFile(join(build, "start.js"), [[/^/, "throw new Error('It is broken.');\n"]]);

/** Changes a build so that it migrates the tables and never becomes ready. */
export function neverReady(build: string) {
  const programs = join(build, "programs");
  const name = readdirSync(programs).find((file) =>
    readFileSync(join(programs, file), "utf8").includes('"001-start": '),
  );
  changeFile(join(programs, name ?? ""), [
    [/"001-start": (\w+),/, '"001-start": $1, "999-broken": { up: async () => {} },'],
    ["return Object.keys(migrations)", "return done.size < 0 && Object.keys(migrations)"],
  ]);
}

/** The same for a checkout, before it is built. */
export function neverReadyFrom(folder: string): void {
  changeFile(join(folder, "src/db/migrate.ts"), [
    ['"001-start": start,', '"001-start": start,\n  "999-broken": { up: async () => {} },'],
    ["return Object.keys(migrations)", "return done.size < 0 && Object.keys(migrations)"],
  ]);
}
