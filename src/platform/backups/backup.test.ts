import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../database/connect.ts";
import { migrate } from "#db/migrate.ts";
import type { OpenDatabase } from "../database/open-database.ts";
import { newData } from "#test/setup/data.ts";
import { contentOf, fillSite } from "#test/site-content.ts";
import { readConfig } from "../config/config.ts";
import { keptSecret } from "../process/auth-secret.ts";
import { bytesOf, writeArchive } from "./archive.ts";
import { backUp } from "./backup.ts";
import { restore } from "./restore.ts";
import { offerBackups } from "./running-site.ts";

let here: string;
let there: string;
let file: string;
let open: OpenDatabase[];
beforeEach(async () => {
  here = await newData("backup");
  there = mkdtempSync(join(tmpdir(), "goodturn-restored-"));
  file = join(here, "monday");
  open = [];
});
afterEach(async () => {
  for (const { close } of open) await close();
  for (const folder of [here, there]) rmSync(folder, { recursive: true, force: true });
});

async function openIn(dataDir: string) {
  const database = await openDatabase({ url: null, dataDir, durable: false });
  open.push(database);
  await migrate(database.db);
  return database;
}

const configOf = (dataDir: string, more: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...more });
const refusal = (deed: Promise<unknown>) =>
  deed.then(
    () => "done",
    (error: Error) => (error.name === "StartFailure" ? error.message : String(error.stack)),
  );
const noted: string[] = [];

/** Starts the parts of a site in a folder that a backup needs. */
async function run(dataDir: string) {
  const database = await openIn(dataDir);
  const secret = keptSecret(dataDir);
  const end = offerBackups({ dataDir, database, secret, log: (line) => noted.push(line) });
  const stop = () => end().then(database.close);
  return { database, db: database.db, secret, stop };
}

describe("a backup of a running site", () => {
  it("contains every committed change, no partial ones, and restores to a working site", async () => {
    const site = await run(here);
    await fillSite(site.db);
    const written = { acknowledged: 0, isOver: false };
    // Each transaction writes two rows, so a single one would show a partial change.
    const write = async () => {
      for (let number = 1; !written.isOver; number++) {
        await site.db.transaction().execute(async (tx) => {
          for (const half of ["a", "b"])
            await tx
              .insertInto("subscribers")
              .values({ email: `${number}${half}@demo.example` })
              .execute();
        });
        written.acknowledged = number;
      }
    };
    const writing = write();
    while (written.acknowledged < 20) await new Promise((resolve) => setTimeout(resolve, 5));
    const before = written.acknowledged;
    await backUp(file, configOf(here));
    const after = written.acknowledged;
    written.isOver = true;
    await writing;
    expect(after).toBeGreaterThan(before);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    expect(await restore(file, configOf(there), false)).toMatchObject({ hasSecret: true });
    const copy = await openIn(there);
    expect(await contentOf(copy.db)).toEqual(await contentOf(site.db));
    const emails = (await copy.db.selectFrom("subscribers").select("email").execute()).map(({ email }) => email);
    const numbers = emails.map((email) => Number.parseInt(email, 10));
    expect(new Set(numbers).size * 2).toBe(emails.length);
    expect(Math.max(...numbers)).toBeGreaterThanOrEqual(before);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(after + 1);
    expect(readFileSync(join(there, "auth-secret"), "utf8").trim()).toBe(site.secret);
    const modes = ["", "auth-secret"].map((name) => (statSync(join(there, name)).mode & 0o777).toString(8));
    expect(modes).toEqual(["700", "600"]);
    const names = readdirSync(there).filter((name) => !name.startsWith("database.lock"));
    expect(names.toSorted()).toEqual(["auth-secret", "database"]);

    expect((statSync(join(here, "backup.sock")).mode & 0o777).toString(8)).toBe("600");
    expect(await refusal(restore(file, configOf(here), true))).toMatch(/ is in use by another process of Goodturn/);
    expect(readdirSync(here).filter((name) => name.startsWith("copy-"))).toEqual([]);
    // If the socket's path would be too long, the log says that backups are not offered.
    offerBackups({ ...site, dataDir: join(here, "x".repeat(100)), log: (line) => noted.push(line) });
    expect(noted).toEqual([
      expect.stringMatching(/^Backup: only while the site is stopped, as .* more than 103 bytes/),
    ]);
    await site.stop();
    // A socket left by a killed site is not in use.
    writeFileSync(join(here, "backup.sock"), "");
    await backUp(join(here, "tuesday"), configOf(here));
  });
});

describe("a backup of a stopped site", () => {
  it("restores to a working site, replaces another site only on request, and changes nothing when it is refused", async () => {
    const given = { AUTH_SECRET: "0123456789abcdef0123456789abcdef" };
    const site = await openIn(here);
    await fillSite(site.db);
    const content = await contentOf(site.db);
    await site.close();
    expect(await refusal(backUp(file, configOf(here)))).toMatch(/^This site's secret is missing: set AUTH_SECRET/);
    await backUp(file, configOf(here, given));
    expect(await refusal(backUp(file, configOf(here)))).toMatch(/monday exists already; name another file/);
    expect(await refusal(backUp(join(there, "x"), configOf(there)))).toMatch(
      /^There is no database in .*: set DATA_DIR/,
    );
    expect(await refusal(backUp(join(here, "no/file"), configOf(here, given)))).toMatch(
      /no\/file\.part cannot be written/,
    );

    cpSync(join(here, "database"), join(there, "database"), { recursive: true });
    const other = await openIn(there);
    await other.db.deleteFrom("guests").execute();
    const before = await contentOf(other.db);
    await other.close();
    const secret = keptSecret(there);
    const sentence = `There is a site in ${there} already. Take a backup of it, and add \`--replace\` to replace it.`;
    expect(await refusal(restore(file, configOf(there), false))).toBe(sentence);
    const damaged = readFileSync(file);
    damaged.writeUInt8(damaged.readUInt8(10_000) ^ 1, 10_000);
    writeFileSync(join(here, "damaged"), damaged);
    expect(await refusal(restore(join(here, "damaged"), configOf(there), true))).toMatch(/is damaged/);
    expect(keptSecret(there)).toBe(secret);
    const kept = await openIn(there);
    expect(await contentOf(kept.db)).toEqual(before);
    await kept.close();

    const differs = configOf(there, { AUTH_SECRET: "x".repeat(32) });
    expect(await restore(file, differs, true)).toMatchObject({ hasSecret: false });
    expect(await contentOf((await openIn(there)).db)).toEqual(content);
    expect(keptSecret(there)).toBe(given.AUTH_SECRET);
    expect(readdirSync(there).filter((name) => /restoring|replaced/.test(name))).toEqual([]);
  });
});

type About = Parameters<typeof writeArchive>[1];

const written = async (name: string, more: Partial<About>) => {
  const about: About = {
    kind: "embedded",
    version: "9.8.7",
    migrations: ["001-start"],
    madeAt: "2026-11-22T08:00:00Z",
  };
  await writeArchive(join(here, name), { ...about, ...more }, [{ name: "auth-secret", content: bytesOf("x") }]);
  return join(here, name);
};

describe("restore", () => {
  it("refuses a backup by a newer version, and one of the other kind of database", async () => {
    const newer = await written("newer", { migrations: ["001-start", "999-later"] });
    expect(await refusal(restore(newer, configOf(there), false))).toBe(
      `${newer} was written by a newer version of Goodturn (9.8.7; its migration 999-later is not known here). Restore it with that version.`,
    );
    const onPostgres = configOf(there, { DATABASE_URL: "postgres://127.0.0.1:1/x", AUTH_SECRET: "x".repeat(32) });
    expect(await refusal(restore(await written("embedded", {}), onPostgres, false))).toMatch(
      /is of an embedded database, and DATABASE_URL is set/,
    );
    expect(await refusal(restore(await written("postgres", { kind: "postgres" }), configOf(there), false))).toMatch(
      /is of a PostgreSQL database: set DATABASE_URL/,
    );
    expect(readdirSync(there)).toEqual([]);
  });
});
