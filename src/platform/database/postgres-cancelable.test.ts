import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Kysely, PostgresDialect, type PostgresPool, sql } from "kysely";
import { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createApi } from "#api/index.ts";
import { postgresOfTests, testDatabase } from "#test/database.ts";
import { siteOf } from "#test/kept-site.ts";
import { makeIn } from "#test/make.ts";
import { cancelable } from "./cancelable.ts";
import type { Database, Schema } from "#db/schema.server.ts";

const most = 3;
let pool: Pool;
let others: Database;
let openFor: (signal: AbortSignal) => Database;
beforeEach(async () => {
  await testDatabase();
  // Without time limits, a query that is not canceled goes on.
  pool = new Pool({ connectionString: postgresOfTests() ?? "", max: most, application_name: "cancelable" });
  others = on(pool);
  openFor = (signal) => on(cancelable(pool, signal));
});
afterEach(() => pool.end());

const on = (connections: PostgresPool) => new Kysely<Schema>({ dialect: new PostgresDialect({ pool: connections }) });

const sleep = (db: Database, seconds: number) => sql`select pg_sleep(${seconds}::float)`.execute(db);
const one = async (db: Database) => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows;

/** Starts a query that waits until `end` is called. */
async function somethingThatLasts() {
  const db = await testDatabase();
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(1)`.execute(connection);
    begun.resolve();
    await over.promise;
    await sql`select pg_advisory_unlock(1)`.execute(connection);
  });
  await begun.promise;
  return {
    waitFor: (asked: Database) => sql`select pg_advisory_xact_lock(1)`.execute(asked),
    end: () => {
      over.resolve();
      return holder;
    },
  };
}

/** Returns the database's processes that work for us. */
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

/** Returns the result of a query: PostgreSQL's code and message. */
const endOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "done",
    ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
  );
const canceled = "57014 canceling statement due to user request";
const neverBegun = "57014 the caller has disconnected";

describe("cancelable", () => {
  it("cancels a running query when its caller disconnects, and never uses that connection again", async () => {
    const watching = await testDatabase();
    const caller = new AbortController();
    const asked = endOf(sleep(openFor(caller.signal), 1000));
    await becomes(watching, 1);
    const [used] = await working(watching);
    caller.abort();
    expect(await asked).toBe(canceled);
    await becomes(watching, 0);
    // All connections of the pool can be used, so the canceled one was replaced.
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(others);
    expect(rows[0]?.pid).not.toBe(used);
    expect(await Promise.all(Array.from({ length: most }, () => one(others)))).toHaveLength(most);
  });

  it("begins no query for a caller who has disconnected, also while waiting for a connection", async () => {
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

  it("does not affect a connection's later queries if its caller disconnects after the query has ended", async () => {
    const caller = new AbortController();
    expect(await one(openFor(caller.signal))).toEqual([{ one: 1 }]);
    const { waitFor, end } = await somethingThatLasts();
    const next = endOf(waitFor(others));
    await becomes(await testDatabase(), 1);
    caller.abort();
    // Leaves enough time for a mistake to appear.
    await pause(50);
    await end();
    expect(await next).toBe("done");
  });

  it("never cancels other callers' queries, at any time of disconnecting", async () => {
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

  it("reserves a connection until its cancel request has been served, however late", async () => {
    const { url, heldBack, letGo, stop } = await slowToCancel(postgresOfTests() ?? "");
    const slow = new Pool({ connectionString: url, max: 1, application_name: "cancelable" });
    const caller = new AbortController();
    const { waitFor, end } = await somethingThatLasts();
    const asked = endOf(waitFor(on(cancelable(slow, caller.signal))));
    await becomes(await testDatabase(), 1);
    caller.abort();
    await heldBack;
    // The query ends by itself. The connection stays reserved until the cancel request has arrived.
    await end();
    expect(await asked).toBe("done");
    await pause(0);
    expect([slow.totalCount, slow.idleCount]).toEqual([1, 0]);
    letGo();
    while (slow.totalCount > 0) await pause(5);
    await slow.end();
    stop();
  });

  it("cancels the queries of a call whose client disconnects", async () => {
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

/** Starts a proxy to the same database that delays cancel requests, recognized by their 16 bytes, until released. */
async function slowToCancel(url: string) {
  const { hostname, port } = new URL(url);
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const between = async (client: Socket) => {
    const database = connect(Number(port), hostname);
    const close = () => void [client.destroy(), database.destroy()];
    for (const side of [client, database]) side.on("error", close).on("close", close);
    const [first] = (await once(client, "data")) as [Buffer];
    client.pause();
    if (first.length === 16) {
      held.resolve();
      await go.promise;
    }
    database.write(first);
    client.pipe(database).pipe(client);
  };
  const server = createServer((client) => void between(client));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const here = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: Object.assign(new URL(url), { host: here }).href,
    heldBack: held.promise,
    letGo: go.resolve,
    stop: () => void server.close(),
  };
}
