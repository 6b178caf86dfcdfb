import { existsSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeLinks } from "../tools/test/npm-postgres.ts";
import { binariesOf } from "./setup/postgres-programs.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "goodturn-programs-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes scripts that answer like PostgreSQL's programs. @returns their folder */
function have(name: string, version: string, programs = ["initdb", "postgres"], extensions?: string[]): string {
  const bin = join(folder, name);
  const share = join(bin, "share");
  mkdirSync(join(share, "extension"), { recursive: true });
  const says = (program: string, line: string) =>
    writeFileSync(join(bin, program), `#!/bin/sh\necho '${line}'\n`, { mode: 0o755 });
  for (const program of programs) says(program, `${program} (PostgreSQL) ${version}`);
  if (extensions) says("pg_config", share);
  for (const extension of extensions ?? []) writeFileSync(join(share, "extension", `${extension}.control`), "");
  return bin;
}

describe("binariesOf", () => {
  it("takes the first in the PATH before all others", () => {
    const [first, second, other] = ["first", "second", "other"].map((name) => have(name, "17.2"));
    expect(binariesOf(`${folder}/nowhere::${first}:${second}`, [other ?? ""])).toBe(first);
    expect(binariesOf(`${folder}/nowhere`, [other ?? ""])).toBe(other);
  });

  it("skips versions that are too old, clients alone, and those without our extensions", () => {
    const old = have("old", "14.9");
    const client = have("client", "17.2", ["psql", "pg_dump"]);
    const bare = have("bare", "17.2", ["initdb", "postgres"], ["cube"]);
    const path = [old, client, bare].join(":");
    const whole = have("whole", "15.18 (Debian 15.18-0+deb12u1)", ["initdb", "postgres"], ["cube", "pg_trgm"]);
    expect(binariesOf(`${path}:${whole}`, [])).toBe(whole);
    expect(() => binariesOf(path, [])).toThrow(/^PostgreSQL \(15 or later, with contrib\) is not installed/);
  });
});

describe("makeLinks", () => {
  it("links the libraries that a package lists, and can run again", () => {
    mkdirSync(join(folder, "native/lib"), { recursive: true });
    writeFileSync(join(folder, "native/lib/libpq.so.5.18"), "library");
    const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
    writeFileSync(join(folder, "native/pg-symlinks.json"), JSON.stringify(links));
    makeLinks(folder);
    makeLinks(folder);
    expect(readlinkSync(join(folder, "native/lib/libpq.so.5"))).toBe("libpq.so.5.18");
    expect(lstatSync(join(folder, "native/lib/libpq.so.5.18")).isSymbolicLink()).toBe(false);
    expect(existsSync(join(folder, "native/lib/libpq.so"))).toBe(false);
  });

  it("does nothing for a package without a list", () => {
    expect(() => makeLinks(folder)).not.toThrow();
  });
});
