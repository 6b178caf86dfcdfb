import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import { tablesOf } from "./database.ts";

export type SavedTables = Awaited<ReturnType<typeof saveTables>>;

/**
 * Saves the contents of all tables, to restore them after each change. Triggers record each written row, so that the
 * cost does not depend on the number of tables.
 * @param uncounted tables whose writes are not noted and not restored
 * @returns `writes`, the number of rows written by committed transactions since; `restore`, which brings the contents
 * back; `end`, which removes the triggers and copies
 */
export async function saveTables(db: Database, uncounted: string[]) {
  const tables = (await tablesOf(db)).filter((name) => !uncounted.includes(name));
  await sql`create schema saved`.execute(db);
  await sql`create table saved."of written" (name text not null)`.execute(db);
  await sql`create function saved.note() returns trigger language plpgsql as $$ begin
    insert into saved."of written" values (tg_table_name);
    return null;
  end $$`.execute(db);
  for (const name of tables) {
    const table = sql.table(name);
    await sql`create table ${sql.table(`saved.${name}`)} as table ${table}`.execute(db);
    await sql`create trigger noted_by_test after insert or update or delete on ${table} for each row execute function saved.note()`.execute(
      db,
    );
  }
  // Without triggers and reference checks: in the end everything is as before. Generated columns are not written.
  await sql`create function saved.restore() returns void language plpgsql set session_replication_role = replica as $$
    declare
      one text;
      columns text;
    begin
      for one in select distinct name from saved."of written" loop
        select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
          where attrelid = format('public.%I', one)::regclass and attnum > 0 and attgenerated = '' and not attisdropped;
        execute format('delete from public.%I', one);
        execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from saved.%1$I', one, columns);
      end loop;
      delete from saved."of written";
    end $$`.execute(db);
  return {
    async writes(): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) from saved."of written"`.execute(db);
      return rows[0]?.count ?? 0;
    },
    restore: async () => void (await sql`select saved.restore()`.execute(db)),
    async end(): Promise<void> {
      for (const name of tables) await sql`drop trigger noted_by_test on ${sql.table(name)}`.execute(db);
      await sql`drop schema saved cascade`.execute(db);
      // It does not delete rows: writing and deleting them a hundred times leaves dead space, which changes query
      // plans.
      await db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))} cascade`.execute(tx);
      });
    },
  };
}
