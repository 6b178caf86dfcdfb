import { fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { newPostgresDatabase } from "#test/database.ts";
import { isUnreachable } from "#domain/failure.ts";
import { openDatabase } from "./connect.ts";
import { isMigrated, migrate } from "./migrate.ts";
import type { Database } from "./schema.server.ts";

const migrations = join(import.meta.dirname, "migrations");

const open = (url: string) => openDatabase({ url, dataDir: null, patience: 3000 });

describe("migrate", () => {
  it("does its work once when four processes begin at the same time", { timeout: 30_000 }, async () => {
    const url = await newPostgresDatabase();
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => {
        const child = fork(join(import.meta.dirname, "../../test/setup/migrator.ts"), [url]);
        return new Promise((resolve) => child.once("exit", resolve));
      }),
    );
    expect(codes).toEqual([0, 0, 0, 0]);
    const { db, close } = await open(url);
    expect(await isMigrated(db)).toBe(true);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(
      readdirSync(migrations)
        .toSorted()
        .map((file) => basename(file, ".ts")),
    );
    await close();
  });

  it("refuses a database that a newer version has written", async () => {
    const { db, close } = await open(await newPostgresDatabase());
    expect(await isMigrated(db)).toBe(false);
    await migrate(db);
    await sql`insert into kysely_migration (name, timestamp) values ('999-later', '')`.execute(db);
    await expect(migrate(db)).rejects.toMatchObject({
      name: "StartFailure",
      message: expect.stringContaining(
        "written by a newer version of Goodturn (its migration 999-later is not known here)",
      ),
    });
    await close();
  });
});

/** The time limits of a connection: for a query, and for waiting for a lock. */
async function limitsOf(part: Database) {
  const { rows } = await sql<{ run: string; wait: string }>`
    select current_setting('statement_timeout') as run, current_setting('lock_timeout') as wait`.execute(part);
  return rows;
}

describe("openDatabase on PostgreSQL", () => {
  it.each([
    [
      "nobody listens",
      "postgres://somebody:secret@127.0.0.1:1/goodturn",
      /PostgreSQL at 127\.0\.0\.1:1\/goodturn cannot be reached: .*ECONNREFUSED/,
    ],
    [
      "the machine does not exist",
      "postgres://nowhere.invalid/goodturn",
      /PostgreSQL at nowhere\.invalid:5432\/goodturn cannot be reached: /,
    ],
  ])("says in one sentence when %s, without the password", async (_case, url, sentence) => {
    const refusal = await open(url).catch((error: Error) => error);
    expect(refusal).toMatchObject({ name: "StartFailure", message: expect.stringMatching(sentence) });
    expect((refusal as Error).message).not.toContain("secret");
  });

  it("says in one sentence when the database does not exist", async () => {
    const url = Object.assign(new URL(await newPostgresDatabase()), { pathname: "/missing" }).href;
    await expect(open(url)).rejects.toThrow(/cannot be reached: database "missing" does not exist\./);
  });

  it("outlives the loss of its connections, idle and in use", async () => {
    const url = await newPostgresDatabase();
    const [victim, killer] = [await open(url), await open(url)];
    const killAll = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
        killer.db,
      );
    await sql`select 1`.execute(victim.db);
    await killAll();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await sql`select 1`.execute(victim.db);

    const inUse = victim.db.transaction().execute(async (tx) => {
      await killAll();
      await new Promise((resolve) => setTimeout(resolve, 100));
      await sql`select 1`.execute(tx);
    });
    await expect(inUse).rejects.toThrow(/terminat|connection error/);
    await sql`select 1`.execute(victim.db);
    await Promise.all([victim.close(), killer.close()]);
  });

  it("keeps a query from running or waiting for ever", async () => {
    const { db, reads, jobs, probe, close } = await open(await newPostgresDatabase());
    for (const [part, run] of [
      [db, "30s"],
      [jobs, "30s"],
      [reads, "2s"],
      [probe, "2s"],
    ] as const) {
      expect(await limitsOf(part)).toEqual([{ run, wait: "5s" }]);
    }
    await migrate(db);
    expect(await limitsOf(db)).toEqual([{ run: "30s", wait: "5s" }]);
    await close();
  });

  it("lets members, readers and what is done later not take each other's connections", async () => {
    const url = await newPostgresDatabase();
    const { db, reads, jobs, probe, close } = await openDatabase({ url, dataDir: null, connections: 5 });
    const other = await open(url);
    for (const [busy, others] of [
      [db, [reads, jobs, probe]],
      [jobs, [db, reads, probe]],
      [reads, [db, jobs, probe]],
    ] as const) {
      const work = await other.db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(1)`.execute(tx);
        // More than there are connections, and none of them ends before this does.
        const waiting = Array.from({ length: 4 }, () => sql`select pg_advisory_xact_lock(1)`.execute(busy));
        await Promise.all(others.map((part) => sql`select 1`.execute(part)));
        return { waiting };
      });
      await Promise.all(work.waiting);
    }
    await other.close();
    const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'goodturn'`.execute(db);
    expect(rows).toEqual([{ count: 5 }]);
    await close();
  });

  it("gives up waiting for a row that somebody else has locked, and can be asked again", async () => {
    const opened = await openDatabase({ url: await newPostgresDatabase(), dataDir: null, lockPatience: 100 });
    await sql`create table things (id int)`.execute(opened.db);
    await sql`insert into things values (1)`.execute(opened.db);
    const change = sql`update things set id = 2`;
    await opened.db.transaction().execute(async (tx) => {
      await change.execute(tx);
      const refusal = await change.execute(opened.jobs).catch((error: Error) => error);
      expect(refusal).toMatchObject({ code: "55P03" });
      expect(isUnreachable(refusal as Error)).toBe(true);
    });
    await change.execute(opened.jobs);
    await opened.close();
  });
});
