import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../database/connect.ts";
import { migrate } from "#db/migrate.ts";
import type { OpenDatabase } from "../database/open-database.ts";
import { newPostgresDatabase } from "#test/database.ts";
import { newData } from "#test/setup/data.ts";
import { hasPostgresClient } from "#test/setup/postgres-programs.ts";
import { contentOf, fillSite } from "#test/site-content.ts";
import { makeTowns } from "#test/towns.ts";
import { readConfig } from "../config/config.ts";
import { keptSecret } from "../process/auth-secret.ts";
import { bytesOf, readArchive, writeArchive } from "./archive.ts";
import { backUp } from "./backup.ts";
import { move } from "./move.ts";
import { restore } from "./restore.ts";

const secret = "0123456789abcdef0123456789abcdef";
let folder: string;
let file: string;
let open: OpenDatabase[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "goodturn-backup-"));
  file = join(folder, "monday");
  open = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const { close } of open) await close();
  rmSync(folder, { recursive: true, force: true });
});

const openAt = async (choice: { url: string | null; dataDir: string | null }) => {
  const database = await openDatabase({ ...choice, connections: 5 });
  open.push(database);
  return database;
};
const configOf = (url: string, more: Record<string, string> = {}) =>
  readConfig({ DATABASE_URL: url, AUTH_SECRET: secret, DATA_DIR: folder, ...more });
const refusal = (deed: Promise<unknown>) =>
  deed.then(
    () => "done",
    (error: Error) => (error.name === "StartFailure" ? error.message : String(error.stack)),
  );

/** Creates a new database with content, and closes it. @returns its address and its content */
async function filled() {
  const url = await newPostgresDatabase();
  const { db, close } = await openAt({ url, dataDir: null });
  await migrate(db);
  await fillSite(db);
  const content = await contentOf(db);
  await close();
  return { url, content };
}

const contentAt = async (url: string) => {
  const { db, close } = await openAt({ url, dataDir: null });
  const content = await contentOf(db);
  await close();
  return content;
};

describe.skipIf(!hasPostgresClient())("a backup of PostgreSQL", () => {
  it("restores to an empty database, and replaces another only on request and while it is not in use", async () => {
    const { url, content } = await filled();
    await backUp(file, configOf(url));
    const there = await newPostgresDatabase();
    const other = { AUTH_SECRET: "another secret, of 32 characters and more" };
    expect(await restore(file, configOf(there, other), false)).toMatchObject({ hasSecret: false });
    expect(await contentAt(there)).toEqual(content);

    const { db, close } = await openAt({ url: there, dataDir: null });
    await sql`delete from guests`.execute(db);
    await sql`create table later (id int)`.execute(db);
    const changed = await contentOf(db);
    expect(await refusal(restore(file, configOf(there), false))).toMatch(
      /^PostgreSQL at .* is not empty\. Take a backup/,
    );
    expect(await refusal(restore(file, configOf(there), true))).toMatch(
      /^A site runs on PostgreSQL at .*stop all of its/,
    );
    await close();
    const damaged = readFileSync(file);
    damaged.writeUInt8(damaged.readUInt8(10_000) ^ 1, 10_000);
    writeFileSync(join(folder, "damaged"), damaged);
    expect(await refusal(restore(join(folder, "damaged"), configOf(there), true))).toMatch(/is damaged/);
    // Half of a dump, with a correct checksum: much of it is read before the error appears.
    const { about, read } = await readArchive(file);
    const whole = await buffer(read("database.dump"));
    await writeArchive(join(folder, "half"), about, [
      { name: "database.dump", content: bytesOf(whole.subarray(0, whole.length * 0.8)) },
      { name: "auth-secret", content: bytesOf(secret) },
    ]);
    expect(await refusal(restore(join(folder, "half"), configOf(there), true))).toMatch(/^pg_restore has failed/);
    expect(await contentAt(there)).toEqual(changed);
    expect(await restore(file, configOf(there), true)).toMatchObject({ hasSecret: true });
    expect(await contentAt(there)).toEqual(content);
    const after = await openAt({ url: there, dataDir: null });
    const { rows } = await sql`select from pg_class where relname = 'later'`.execute(after.db);
    expect(rows).toEqual([]);
  });

  it("names a missing program, and leaves no partial backup", async () => {
    const { url } = await filled();
    vi.stubEnv("PATH", folder);
    expect(await refusal(backUp(file, configOf(url)))).toMatch(/^pg_dump is not installed here\. .*apt-get install/);
    vi.unstubAllEnvs();
    await backUp(file, configOf(url));
    expect(await refusal(restore(file, readConfig({ DATA_DIR: folder }), false))).toMatch(
      /is of a PostgreSQL database: set DATABASE_URL/,
    );
  });
});

/** Creates an embedded database with content, as it is when its site was stopped. */
async function embedded() {
  const dataDir = await newData("move");
  const { db, close } = await openAt({ url: null, dataDir });
  await migrate(db);
  await fillSite(db);
  const content = await contentOf(db);
  await close();
  return { dataDir, content, kept: { DATA_DIR: dataDir, AUTH_SECRET: keptSecret(dataDir) } };
}

describe("move", () => {
  it("copies every row of every table, sessions included, once, and sequences continue", async () => {
    const { dataDir, content, kept } = await embedded();
    const url = await newPostgresDatabase();
    const other = { DATA_DIR: dataDir, AUTH_SECRET: secret };
    expect(await refusal(move(configOf(url, other)))).toMatch(
      /^AUTH_SECRET differs from this site's, .*content of .*auth-secret\.$/,
    );
    // Towns read by a first start do not count as a site.
    const begun = await openAt({ url, dataDir: null });
    await migrate(begun.db);
    await makeTowns(begun.db, [{ id: 1, name: "Copenhague" }, { id: 2 }]);
    await begun.close();
    const moved = new Map((await move(configOf(url, kept))).map(({ table, rows }) => [table, rows]));
    expect([moved.get("registrations"), moved.get("guests"), moved.get("pictures"), moved.get("sessions")]).toEqual([
      3, 1, 1, 1,
    ]);
    expect(await contentAt(url)).toEqual(content);
    const { db, close } = await openAt({ url, dataDir: null });
    const { rows } = await sql<{ last: number; next: number; triggers: number }>`
      select (select max(seq) from registrations) as last, nextval('registrations_seq_seq') as next,
        (select count(*) from pg_trigger where tgenabled = 'D') as triggers`.execute(db);
    expect(rows).toEqual([{ last: 3, next: 4, triggers: 0 }]);
    await close();
    expect(await refusal(move(configOf(url, kept)))).toMatch(
      /^PostgreSQL at .* is not empty: its table \w+ has \d+ rows\.$/,
    );
    rmSync(dataDir, { recursive: true });
  });

  it("leaves nothing behind when a row arrives altered, or when versions differ", async () => {
    const { dataDir, content, kept } = await embedded();
    const url = await newPostgresDatabase();
    const { db, close } = await openAt({ url, dataDir: null });
    await migrate(db);
    // Simulates a rule that a host has added to the table.
    await sql`create rule shorter as on insert to guests do instead nothing`.execute(db);
    expect(await refusal(move(configOf(url, kept)))).toMatch(
      /^The table guests was not copied correctly \(1 rows here, 0 there\)/,
    );
    expect(await contentOf(db)).toEqual([]);
    await sql`drop rule shorter on guests`.execute(db);
    await sql`insert into kysely_migration (name, timestamp) values ('999-later', '')`.execute(db);
    expect(await refusal(move(configOf(url, kept)))).toMatch(/^The embedded database is from a different version/);
    await sql`delete from kysely_migration where name = '999-later'`.execute(db);
    await close();
    await move(configOf(url, kept));
    expect(await contentAt(url)).toEqual(content);
    rmSync(dataDir, { recursive: true });
  });

  it("refuses to begin without both databases", async () => {
    expect(await refusal(move(readConfig({ DATA_DIR: folder })))).toMatch(/^DATABASE_URL has to be set/);
    expect(await refusal(move(configOf("postgres://127.0.0.1:1/x")))).toMatch(/^There is no embedded database in/);
  });
});
