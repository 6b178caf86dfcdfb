import { setTimeout as pause } from "node:timers/promises";
import { Kysely, PostgresDialect, type PostgresPool, sql } from "kysely";
import { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createApi } from "#api/index.ts";
import { postgresOfTests, testDatabase } from "#test/database.ts";
import { siteOf } from "#test/kept-site.ts";
import { makeIn } from "#test/make.ts";
import { cancelable } from "./cancelable.ts";
import type { Database, Schema } from "./schema.server.ts";

const most = 3;
let pool: Pool;
let others: Database;
let openFor: (signal: AbortSignal) => Database;
beforeEach(async () => {
  await testDatabase();
  // Without limits on time, a query that is not ended goes on.
  pool = new Pool({ connectionString: postgresOfTests() ?? "", max: most, application_name: "cancelable" });
  others = on(pool);
  openFor = (signal) => on(cancelable(pool, signal));
});
afterEach(() => pool.end());

const on = (connections: PostgresPool) => new Kysely<Schema>({ dialect: new PostgresDialect({ pool: connections }) });

const sleep = (db: Database, seconds: number) => sql`select pg_sleep(${seconds}::float)`.execute(db);
const one = async (db: Database) => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows;

/** The processes of the database that work for us. */
async function working(db: Database): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'cancelable' and state <> 'idle' and pid <> pg_backend_pid()`.execute(
    db,
  );
  return rows.map(({ pid }) => pid);
}

async function becomes(db: Database, count: number) {
  while ((await working(db)).length !== count) await pause(5);
}

/** How a query ended: with PostgreSQL's code and its words. */
const endOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "done",
    ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
  );
const canceled = "57014 canceling statement due to user request";
const neverBegun = "57014 Whoever asked has gone.";

describe("cancelable", () => {
  it("ends a query that runs when its caller goes, and never uses its connection again", async () => {
    const watching = await testDatabase();
    const caller = new AbortController();
    const asked = endOf(sleep(openFor(caller.signal), 1000));
    await becomes(watching, 1);
    const [used] = await working(watching);
    caller.abort();
    expect(await asked).toBe(canceled);
    await becomes(watching, 0);
    // All the connections that there may be: the pool has given up the one that was in use.
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(others);
    expect(rows[0]?.pid).not.toBe(used);
    expect(await Promise.all(Array.from({ length: most }, () => one(others)))).toHaveLength(most);
  });

  it("begins none for a caller who has gone, nor for one who goes while waiting for a connection", async () => {
    const gone = openFor(AbortSignal.abort());
    expect(await endOf(one(gone))).toBe(neverBegun);
    const watching = await testDatabase();
    const busy = Array.from({ length: most }, () => new AbortController());
    const all = busy.map(({ signal }) => endOf(sleep(openFor(signal), 1000)));
    await becomes(watching, most);
    const late = new AbortController();
    const waiting = endOf(one(openFor(late.signal)));
    late.abort();
    busy[0]?.abort();
    expect(await waiting).toBe(neverBegun);
    expect(await one(others)).toEqual([{ one: 1 }]);
    for (const caller of busy) caller.abort();
    expect(await Promise.all(all)).toEqual(busy.map(() => canceled));
  });

  it("leaves alone what a connection does for others after its caller's query has ended", async () => {
    const caller = new AbortController();
    expect(await one(openFor(caller.signal))).toEqual([{ one: 1 }]);
    const watching = await testDatabase();
    const next = sleep(others, 0.2);
    await becomes(watching, 1);
    caller.abort();
    await next;
  });

  it("ends nobody else's query, whenever callers go", async () => {
    const ends: string[] = [];
    for (let round = 0; round < 40; round++) {
      const caller = new AbortController();
      const asked = endOf(sleep(openFor(caller.signal), 0.004));
      const rest = [sleep(others, 0.004), sleep(others, 0.004), sleep(others, 0.004)];
      await pause(round % 8);
      caller.abort();
      ends.push(await asked);
      await Promise.all(rest);
    }
    expect(ends.filter((end) => !["done", canceled, neverBegun].includes(end))).toEqual([]);
    expect(await one(others)).toEqual([{ one: 1 }]);
  });

  it("ends what a call asks whose client hangs up", async () => {
    const db = await testDatabase();
    const api = createApi({ ...makeIn(db), readsFor: (gone) => (gone ? openFor(gone) : db) });
    const site = await siteOf((path, _made, gone) =>
      api.fetch(new Request(`http://localhost${path}`), { address: "192.0.2.1", gone }),
    );
    await db.transaction().execute(async (tx) => {
      await sql`lock table events in access exclusive mode`.execute(tx);
      const hangUp = site.open("/events");
      // A page of the list, and the count of all.
      await becomes(db, 2);
      hangUp();
      await becomes(db, 0);
      expect(await working(db)).toEqual([]);
    });
  });
});
