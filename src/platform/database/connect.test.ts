import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { newId, type Database } from "#db/schema.server.ts";

// The guarantees that the domain relies on, on both databases.

let db: Database;

beforeEach(async () => {
  db = await testDatabase();
});

const subscribe = (email: string) => db.insertInto("subscribers").values({ email }).execute();

describe("a database", () => {
  it("returns the types of the schema", async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select timestamptz '2026-03-04 05:06:07.089+02' as moment, 12::bigint as big, date '2026-03-04' as day,
        count(*) as count, true as truth, null as nothing, 'é' as text from (values (1), (2)) numbers`.execute(db);
    expect(rows).toEqual([
      {
        moment: new Date("2026-03-04T03:06:07.089Z"),
        big: 12,
        day: "2026-03-04",
        count: 2,
        truth: true,
        nothing: null,
        text: "é",
      },
    ]);
  });

  it("stores a time to the millisecond, regardless of the machine's zone", async () => {
    const joined = new Date("2026-10-25T01:30:00.123Z");
    const { rows } = await sql<{ moment: Date; text: string }>`
      select ${joined}::timestamptz as moment, to_char(${joined}::timestamptz at time zone 'UTC', 'HH24:MI:SS.MS') as text`.execute(
      db,
    );
    expect(rows).toEqual([{ moment: joined, text: "01:30:00.123" }]);
  });

  it("reports how many rows a change affected", async () => {
    await subscribe("a@demo.example");
    const { numDeletedRows } = await db.deleteFrom("subscribers").executeTakeFirst();
    expect(numDeletedRows).toBe(1n);
  });

  it("names the violated rule: code, constraint and detail", async () => {
    await subscribe("a@demo.example");
    await expect(subscribe("a@demo.example")).rejects.toMatchObject({
      code: "23505",
      constraint: "subscribers_pkey",
      detail: expect.stringContaining("already exists"),
      table: "subscribers",
    });
    await expect(subscribe("A@demo.example")).rejects.toMatchObject({
      code: "23514",
      constraint: "subscribers_email_check",
    });
    const orphan = { id: newId(), event_id: newId(), member_id: newId(), joined_at: new Date() };
    await expect(db.insertInto("registrations").values(orphan).execute()).rejects.toMatchObject({ code: "23503" });
  });

  it("leads from an error to the calling line of code", async () => {
    const error = await subscribe("A").catch((thrown: Error) => thrown);
    expect((error as Error).stack).toContain("connect.test.ts");
  });

  it("rolls back a transaction that throws, and one in which an error was swallowed", async () => {
    const thrown = db.transaction().execute(async (tx) => {
      await tx.insertInto("subscribers").values({ email: "a@demo.example" }).execute();
      throw new Error("changed our mind");
    });
    await expect(thrown).rejects.toThrow("changed our mind");
    const swallowed = db.transaction().execute(async (tx) => {
      await tx.insertInto("subscribers").values({ email: "b@demo.example" }).execute();
      await sql`select 1 / 0`.execute(tx).catch(() => {});
    });
    await expect(swallowed).rejects.toMatchObject({ name: "AbortedTransactionError" });
    await subscribe("c@demo.example");
    expect(await db.selectFrom("subscribers").select("email").execute()).toEqual([{ email: "c@demo.example" }]);
  });

  it("goes on after a rollback to a savepoint", async () => {
    const tx = await db.startTransaction().execute();
    await tx.insertInto("subscribers").values({ email: "a@demo.example" }).execute();
    const saved = await tx.savepoint("before the mistake").execute();
    await expect(sql`select 1 / 0`.execute(saved)).rejects.toMatchObject({ code: "22012" });
    await saved.rollbackToSavepoint("before the mistake").execute();
    await saved.commit().execute();
    expect(await db.selectFrom("subscribers").select("email").execute()).toHaveLength(1);
  });

  it("serves many concurrent callers", async () => {
    const asked = Array.from({ length: 100 }, (_, number) =>
      db
        .transaction()
        .execute(async (tx) => (await sql<{ n: number }>`select ${number}::int as n`.execute(tx)).rows[0]?.n),
    );
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 100 }, (_, number) => number));
  });

  it("finds substrings by an index", async () => {
    const { rows } = await sql<{
      plan: string;
    }>`select indexdef as plan from pg_indexes where indexname = 'events_search'`.execute(db);
    expect(rows[0]?.plan).toContain("gin_trgm_ops");
  });
});
