import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { outageIn } from "#domain/outage.ts";
import { newPostgresDatabase } from "#test/database.ts";
import { openDatabase } from "./connect.ts";
import type { OpenDatabase } from "./open-database.ts";
import { prepared } from "#db/prepared.ts";
import { createSharedConnection } from "./shared-connection.ts";

let opened: OpenDatabase | undefined;
afterEach(() => opened?.close());

const open = async (isPooled = false): Promise<OpenDatabase> =>
  (opened = await openDatabase({ url: await newPostgresDatabase(), dataDir: null, connections: 4, isPooled }));

const backend = sql<number>`pg_backend_pid()`.as("backend");
/** Returns a word, and the connection that answered. */
const say = prepared((db) => db.selectNoFrom((eb) => [eb.cast<string>(eb.val(""), "text").as("word"), backend]));
const share = prepared((db) => db.selectNoFrom(sql<number>`12 / ${1}::int`.as("share")));
const sleep = prepared((db) => db.selectNoFrom(sql`pg_sleep(${1}::float)`.as("slept")));

const words = Array.from({ length: 50 }, (_, index) => `word ${index}`);

describe("a prepared statement", () => {
  it.each([
    ["once for a connection", false, [{ value: "$1", runs: words.length }]],
    ["never behind a pooler, which may lend another connection next time", true, []],
  ])("is planned %s", async (_times, isPooled, planned) => {
    const { db } = await open(isPooled);
    for (const word of words) expect(await say(db, word)).toMatchObject([{ word }]);
    const { rows } = await sql`select substring(statement from '[$]1') as value,
      (generic_plans + custom_plans)::int as runs from pg_prepared_statements`.execute(db);
    expect(rows).toEqual(planned);
  });

  it("uses one connection for all readers, and gives each their own answer", async () => {
    const { readsFor } = await open();
    const readers = words.map(() => readsFor(new AbortController().signal));
    const said = await Promise.all(words.map((word, index) => say(readers[index]!, word)));
    expect(said.flat().map(({ word }) => word)).toEqual(words);
    const [shared, ...others] = new Set(said.flat().map((row) => row.backend));
    expect(others).toEqual([]);
    const [alone] = await readers[0]!.selectNoFrom(backend).execute();
    expect(alone?.backend).not.toBe(shared);
  });

  it("stays within a transaction", async () => {
    const { reads } = await open();
    await reads.transaction().execute(async (tx) => {
      const [its] = await tx.selectNoFrom(backend).execute();
      expect(await say(tx, "one")).toEqual([{ word: "one", ...its }]);
    });
  });

  it("fails without affecting others", async () => {
    const { reads } = await open();
    const shares = await Promise.allSettled([1, 0, 3].map((parts) => share(reads, parts)));
    expect(shares).toMatchObject([
      { value: [{ share: 12 }] },
      { reason: { message: "division by zero" } },
      { value: [{ share: 4 }] },
    ]);
  });

  it("fails with its connection, which is then made again", async () => {
    const { db, reads } = await open();
    const [lost] = await say(reads, "one");
    const sleeping = sleep(reads, 60).catch((error: Error) => error.message);
    await sql`select pg_terminate_backend(${lost?.backend})`.execute(db);
    expect(await sleeping).toMatch(/terminat/);
    await vi.waitFor(async () => expect(await say(reads, "two")).toMatchObject([{ word: "two" }]));
  });

  it("does not wait for a server that gives no answer", async () => {
    const { query, end } = createSharedConnection({
      connectionString: await newPostgresDatabase(),
      query_timeout: 500,
    });
    const all = ["pg_sleep(60)", "1"].map((what) => query(`/* prepared */ select ${what} as told`, []));
    for (const one of await Promise.allSettled(all)) {
      expect(one.status === "rejected" && outageIn(one.reason) === "unavailable").toBe(true);
    }
    await vi.waitFor(async () => {
      expect(await query("/* prepared */ select 2 as told", [])).toMatchObject({ rows: [{ told: 2 }] });
    });
    await end();
  });
});
