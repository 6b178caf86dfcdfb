import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isOpen, makeOpenFolder, makeOwn } from "./setup/own-environment.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "goodturn-own-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const made = (environment: Record<string, string>) => {
  makeOwn(environment);
  return environment;
};

describe("makeOwn", () => {
  it("removes the variables that PostgreSQL's programs and clients read, and no others", () => {
    const names =
      "PGHOST PGHOSTADDR PGPORT PGUSER PGPASSWORD PGPASSFILE PGDATABASE PGDATA PGSERVICE PGSERVICEFILE PGOPTIONS";
    const more =
      "PGSSLMODE PGSSLROOTCERT PGAPPNAME PGTZ PGCLIENTENCODING PGCONNECT_TIMEOUT PGTARGETSESSIONATTRS PG_COLOR";
    const theirs = Object.fromEntries(`${names} ${more}`.split(" ").map((name) => [name, "x"]));
    expect(made({ ...theirs, PATH: "/bin", DATABASE_URL: "x", pghost: "x" })).toEqual({
      PATH: "/bin",
      DATABASE_URL: "x",
      pghost: "x",
    });
  });

  it("was applied before these tests", () => {
    expect(Object.keys(process.env).filter((name) => /^PG[A-Z_]+$/.test(name))).toEqual([]);
  });

  it("keeps an existing folder for temporary files, as an absolute path, and removes an invalid one", () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(made({ TMPDIR: folder, TMP: relative(".", folder) })).toEqual({ TMPDIR: folder, TMP: folder });
    expect(made({ TMPDIR: join(folder, "nowhere"), TMP: file, TEMP: "" })).toEqual({ TEMP: "" });
  });
});

describe("makeOpenFolder", () => {
  it("uses TMPDIR if everybody may enter it, and another place if not", () => {
    const inner = join(folder, "inner");
    mkdirSync(inner);
    vi.stubEnv("TMPDIR", inner);
    expect(isOpen(inner)).toBe(false);
    const elsewhere = makeOpenFolder("goodturn-own-");
    expect(dirname(elsewhere)).toBe("/tmp");
    rmSync(elsewhere, { recursive: true });

    chmodSync(folder, 0o711);
    expect(isOpen(inner)).toBe(true);
    const there = makeOpenFolder("goodturn-own-");
    expect([there.startsWith(inner), existsSync(there)]).toEqual([true, true]);
  });
});
