import { Kysely, sql } from "kysely";
import { describe, expect, it } from "vitest";
import { EmbeddedDialect } from "./embedded-dialect.ts";

/** Creates a database that records its queries, and answers after a moment. */
function noting(patience: number) {
  const asked: string[] = [];
  const dialect = new EmbeddedDialect(async (text) => {
    asked.push(text.trim());
    await new Promise((resolve) => setTimeout(resolve, 1));
    return { rows: [] };
  }, patience);
  return { db: new Kysely<unknown>({ dialect }), asked, usage: dialect.usage };
}

describe("EmbeddedDialect", () => {
  it("refuses a use of the outer handle inside a transaction instead of hanging, and goes on", async () => {
    const { db, asked } = noting(50);
    const stuck = db.transaction().execute(() => sql`select 1`.execute(db));
    await expect(stuck).rejects.toThrow(
      /^No connection within 50 ms\. Is the outer database handle used inside a transaction\?/,
    );
    await sql`select 2`.execute(db);
    expect(asked).toEqual(["begin", "rollback", "select 2"]);
  });

  it("serves waiting callers in order, one whole transaction at a time", async () => {
    const { db, asked } = noting(1000);
    const transactions = [1, 2, 3].map((number) =>
      db.transaction().execute(async (tx) => {
        await sql`select ${sql.lit(number)}`.execute(tx);
        await sql`select ${sql.lit(number)}`.execute(tx);
      }),
    );
    await Promise.all(transactions);
    expect(asked).toEqual([1, 2, 3].flatMap((number) => ["begin", `select ${number}`, `select ${number}`, "commit"]));
  });

  it("reports whether its connection is in use, and how many callers wait", async () => {
    const { db, usage } = noting(1000);
    expect(usage()).toEqual({ used: 0, idle: 1, waiting: 0 });
    const waiting: Promise<unknown>[] = [];
    await db.transaction().execute(async () => {
      for (const count of [1, 2]) {
        waiting.push(sql`select 1`.execute(db));
        await expect.poll(usage).toEqual({ used: 1, idle: 0, waiting: count });
      }
    });
    await Promise.all(waiting);
    expect(usage()).toEqual({ used: 0, idle: 1, waiting: 0 });
  });

  it("opens a transaction with the requested isolation level", async () => {
    const { db, asked } = noting(1000);
    await db
      .transaction()
      .setIsolationLevel("serializable")
      .execute(async () => {});
    expect(asked[0]).toBe("begin isolation level serializable");
  });

  it("skips a caller who has given up waiting", async () => {
    const { db } = noting(20);
    const holder = db.transaction().execute(() => new Promise((resolve) => setTimeout(resolve, 60)));
    await expect(sql`select 1`.execute(db)).rejects.toThrow("No connection");
    await holder;
    await expect(sql`select 1`.execute(db)).resolves.toBeDefined();
  });
});
