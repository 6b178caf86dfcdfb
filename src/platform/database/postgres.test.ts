import { fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import { describe, expect, it } from "vitest";
import { newPostgresDatabase } from "#test/database.ts";
import { outageIn } from "#domain/outage.ts";
import { openDatabase } from "./connect.ts";
import { isMigrated, migrate } from "#db/migrate.ts";
import { prepared } from "#db/prepared.ts";
import type { Database, Schema } from "#db/schema.server.ts";
import { transactionPool } from "./transaction-pool.ts";

const migrations = join(import.meta.dirname, "../../db/migrations");

const open = (url: string) => openDatabase({ url, dataDir: null, patience: 3000 });

describe("migrate", () => {
  it("runs once when four processes start at the same time", { timeout: 30_000 }, async () => {
    const url = await newPostgresDatabase();
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => {
        const child = fork(join(import.meta.dirname, "../../../test/setup/migrator.ts"), [url]);
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

/** Returns the time limits of a connection: for a query, and for waiting for a lock. */
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
  ])("reports in one sentence, without the password, when %s", async (_case, url, sentence) => {
    const refusal = await open(url).catch((error: Error) => error);
    expect(refusal).toMatchObject({ name: "StartFailure", message: expect.stringMatching(sentence) });
    expect((refusal as Error).message).not.toContain("secret");
  });

  it("reports in one sentence when the database does not exist", async () => {
    const url = Object.assign(new URL(await newPostgresDatabase()), { pathname: "/missing" }).href;
    await expect(open(url)).rejects.toThrow(/cannot be reached: database "missing" does not exist\./);
  });

  it("survives the loss of its connections, idle and in use", async () => {
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

  it("prevents endless queries and endless waiting", async () => {
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

  it("reports each query without its values, and the use of its pools", async () => {
    const told: [string, number][] = [];
    const onQuery = (statement: string, seconds: number) => void told.push([statement, seconds]);
    const { jobs, pools, close } = await openDatabase({ url: await newPostgresDatabase(), dataDir: null, onQuery });
    await sql`select pg_sleep(0.02), ${"a secret"}::text`.execute(jobs);
    const [statement, seconds] = told.at(-1) ?? [];
    expect(statement).toBe("select pg_sleep(0.02), $1::text");
    expect(seconds).toBeGreaterThanOrEqual(0.02);
    const figures = () => pools().find(({ pool }) => pool === "jobs");
    expect(pools().map(({ pool }) => pool)).toEqual(["main", "reads", "jobs", "probe"]);
    expect(figures()).toEqual({ pool: "jobs", used: 0, idle: 1, waiting: 0 });
    await jobs.connection().execute(async () => {
      expect(figures()).toEqual({ pool: "jobs", used: 1, idle: 0, waiting: 0 });
    });
    await close();
  });

  it("leaves no settings on connections returned to a pooler", async () => {
    const pool = new Pool({ connectionString: await newPostgresDatabase(), max: 1 });
    const db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: transactionPool(pool, { lock_timeout: 77 }) }),
    });
    const inside = sql<{ lock_timeout: string }>`show lock_timeout`;
    expect((await inside.execute(db)).rows).toEqual([{ lock_timeout: "77ms" }]);
    expect((await db.transaction().execute((tx) => inside.execute(tx))).rows).toEqual([{ lock_timeout: "77ms" }]);
    expect((await pool.query("show lock_timeout")).rows).toEqual([{ lock_timeout: "0" }]);
    await db.destroy();
  });

  it("applies its limits behind a pooler too, without startup parameters", async () => {
    const url = await newPostgresDatabase();
    const { db, reads, close } = await openDatabase({ url, dataDir: null, isPooled: true, lockPatience: 200 });
    expect(await limitsOf(reads)).toEqual([{ run: "2s", wait: "200ms" }]);
    expect(await limitsOf(db)).toEqual([{ run: "30s", wait: "200ms" }]);
    expect(await db.transaction().execute(limitsOf)).toEqual([{ run: "30s", wait: "200ms" }]);
    // No connection had a limit when it was opened, or kept one.
    const { rows } = await sql<{ reset: string }>`select reset_val as reset from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`.execute(db);
    expect(rows).toEqual([{ reset: "0" }, { reset: "0" }, { reset: "0" }]);
    await sql`create table things (id int primary key deferrable initially deferred)`.execute(db);
    const isolated = db.transaction().setIsolationLevel("repeatable read");
    await isolated.execute((tx) => sql`insert into things values (1)`.execute(tx));
    // An error affects one statement only, even if it appears at its end.
    await expect(sql`insert into things values (1)`.execute(db)).rejects.toMatchObject({ code: "23505" });
    await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: "22012" });
    await expect(
      db.transaction().execute(async (tx) => {
        await sql`insert into things values (2)`.execute(tx);
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    await db.transaction().execute(async (tx) => {
      await sql`update things set id = 3`.execute(tx);
      await expect(sql`update things set id = 4`.execute(reads)).rejects.toMatchObject({ code: "55P03" });
    });
    expect((await sql`select id from things`.execute(db)).rows).toEqual([{ id: 3 }]);
    await close();
  });

  it("keeps the connections for members, readers and background work separate", async () => {
    const url = await newPostgresDatabase();
    const { db, reads, jobs, probe, close } = await openDatabase({ url, dataDir: null, connections: 5 });
    const other = await open(url);
    // This query uses the shared connection.
    await prepared((one) => one.selectNoFrom((eb) => eb.val("").as("word")))(reads, "");
    for (const [busy, others] of [
      [db, [reads, jobs, probe]],
      [jobs, [db, reads, probe]],
      [reads, [db, jobs, probe]],
    ] as const) {
      const work = await other.db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(1)`.execute(tx);
        // More callers than connections, and none of them ends before the others have run.
        const waiting = Array.from({ length: 4 }, () => sql`select pg_advisory_xact_lock(1)`.execute(busy));
        await Promise.all(others.map((part) => sql`select 1`.execute(part)));
        return { waiting };
      });
      await Promise.all(work.waiting);
    }
    await other.close();
    const ours = sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'goodturn'`;
    // The other database's connection still exists for a moment after closing.
    await expect.poll(async () => (await ours.execute(db)).rows).toEqual([{ count: 5 }]);
    await close();
  });

  it("gives up waiting for a locked row, and can be used again", async () => {
    const opened = await openDatabase({ url: await newPostgresDatabase(), dataDir: null, lockPatience: 100 });
    await sql`create table things (id int)`.execute(opened.db);
    await sql`insert into things values (1)`.execute(opened.db);
    const change = sql`update things set id = 2`;
    await opened.db.transaction().execute(async (tx) => {
      await change.execute(tx);
      const refusal = await change.execute(opened.jobs).catch((error: Error) => error);
      expect(refusal).toMatchObject({ code: "55P03" });
      expect(outageIn(refusal)).toBe("unavailable");
    });
    await change.execute(opened.jobs);
    await opened.close();
  });
});
