import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import { tablesOf } from "./database.ts";

export type SavedTables = Awaited<ReturnType<typeof saveTables>>;

/**
 * Keeps what is in all tables, to be brought back as often as somebody has changed it. Triggers note each row that is written, so that both
 * questions cost the same however many tables there are: whether something was written, and what has to be brought back.
 * @param uncounted tables that may be written to without being noted, and keep what they have
 * @returns `writes` is how many rows were written since, those of transactions that ended well; `restore` brings back what was; `end` leaves
 * nothing of ours behind
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
  // Without triggers and checks of what refers to what: in the end all is as it was. What is computed from a row is not written.
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
      // Not by deleting: what was written and deleted a hundred times leaves room behind, by which the database plans.
      await db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))} cascade`.execute(tx);
      });
    },
  };
}
