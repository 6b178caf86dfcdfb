import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";

// Copies rows from one database into another unchanged: PostgreSQL itself converts each to JSON and back, by its column
// types, and no other code interprets it.

/** The number of rows per batch; a picture takes up to a megabyte in JSON. */
const batch = 50;

/**
 * Lists the tables of a database, each after those that its rows refer to, without the list of migrations. Empty if
 * there are no tables.
 * @throws Error if tables refer to each other in a circle
 */
export async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; needs: string[] }>`
    select relname as name, array(
      select distinct f.relname::text from pg_constraint join pg_class f on f.oid = confrelid
      where conrelid = t.oid and contype = 'f' and confrelid <> t.oid) as needs
    from pg_class t
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'kysely\_migration%'
    order by relname`.execute(db);
  const sorted: string[] = [];
  let left = rows;
  while (left.length > 0) {
    const next = left.filter(({ needs }) => needs.every((need) => sorted.includes(need)));
    if (next.length === 0)
      throw new Error(`tables refer to each other in a circle: ${left.map(({ name }) => name).join()}`);
    sorted.push(...next.map(({ name }) => name));
    left = left.filter((table) => !next.includes(table));
  }
  return sorted;
}

/** Copies all rows of a table, in transactions of both databases; the table's triggers must be off. */
export async function copyRows(source: Database, target: Database, table: string): Promise<void> {
  const columns = sql.join((await columnsOf(source, table)).map((name) => sql.ref(name)));
  const name = sql.table(table);
  await sql`declare copied no scroll cursor for select row_to_json(t)::text as line from ${name} t`.execute(source);
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(batch)} from copied`.execute(source);
    if (rows.length === 0) break;
    const lines = `[${rows.map(({ line }) => line).join()}]`;
    await sql`
      insert into ${name} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${name}, ${lines}::json)`.execute(target);
  }
  await sql`close copied`.execute(source);
}

/** Returns the columns that are written, without generated ones. */
async function columnsOf(db: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Continues sequences at their current values. */
export async function copySequences(source: Database, target: Database): Promise<void> {
  const { rows } = await sql<{ name: string; last: number }>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() and last_value is not null`.execute(source);
  for (const { name, last } of rows) await sql`select setval(${name}::regclass, ${last})`.execute(target);
}

/**
 * Counts a table's rows, and computes a checksum of their contents in any order; with the same time zone it is the same
 * in any database.
 */
export async function sumOf(db: Database, table: string): Promise<{ rows: number; sum: string }> {
  const { rows } = await sql<{ rows: number; sum: string }>`
    select count(*) as rows,
      coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 15))::bit(60)::bigint), 0)::text as sum
    from ${sql.table(table)} t`.execute(db);
  return rows[0] ?? { rows: 0, sum: "0" };
}
