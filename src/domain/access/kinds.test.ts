import { type Kysely, sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Schema } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { accessKinds, plainColumns, staying } from "./kinds.ts";

const isOfMembers = (name: string) => name.startsWith("members.");
/** The tables that contain a member, an address or a secret, according to their keys and column names. */
async function tablesOfMembers(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_constraint
      join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      where contype = 'f' and parent.relname = 'members'
    union select table_name from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely%' and table_name <> 'members'
        and (column_name ~ '(secret|token|hash|password|(^|_)key$|challenge|claim|credential)'
          or column_name ~ '(^|_)e?mail($|_)' or column_name ~ '(member|owner|organizer|reporter|host)_id$')`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

const held = Object.values(accessKinds).flatMap(({ holds }): readonly string[] => holds);

const listed = [...held.filter((name) => !isOfMembers(name)), ...Object.keys(staying)];

describe("the list of what gives access", () => {
  it("has every table that names a member or an address, or keeps a secret, with what ends it or the reason why it stays", async () => {
    const db = await testDatabase();
    const found = await tablesOfMembers(db);
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((name) => !listed.includes(name))).toEqual([]);
    // Every name in the list is a table.
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db);
    const known = tables.map(({ name }) => name);
    expect(listed.filter((name) => !known.includes(name))).toEqual([]);
  });

  it("has every column of a member's own row", async () => {
    const db = await testDatabase();
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = 'members'`.execute(db);
    const columns = [...held.filter(isOfMembers).map((name) => name.replace("members.", "")), ...plainColumns];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(columns.toSorted());
  });

  it("gives a reason for everything that stays", () => {
    const reasons = [
      ...Object.entries(staying),
      ...Object.entries(accessKinds).flatMap(([kind, { ends, stays }]) =>
        Object.entries(ends).some(([ending, isEnding]) => !isEnding && !(ending in { review: 1, transfer: 1 }))
          ? [[kind, stays] as const]
          : [],
      ),
    ];
    expect(reasons.filter(([, reason]) => reason.length < 10)).toEqual([]);
  });

  it("finds a new table that is not in the list", async () => {
    const trx = await (await testDatabase()).startTransaction().execute();
    try {
      for (const columns of ["member_id uuid references members (id)", "bearer_secret text", "email text"]) {
        await sql.raw(`create table newcomers (id uuid primary key, ${columns})`).execute(trx);
        expect([columns, (await tablesOfMembers(trx)).filter((name) => !listed.includes(name))]).toEqual([
          columns,
          ["newcomers"],
        ]);
        await sql`drop table newcomers`.execute(trx);
      }
    } finally {
      await trx.rollback().execute();
    }
  });
});
