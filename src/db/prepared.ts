import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import type { ClientBase } from "pg";
import type { Schema } from "./schema.server.ts";

/**
 * The beginning of a prepared statement's text. The server's bundle has its own copy of this file, so only the text
 * identifies it.
 */
const mark = "/* prepared */ ";
/** The same of one that may wait for others, or writes: it never goes over a connection that visitors share. */
const markOfOwn = "/* prepared, on its own connection */ ";

/**
 * Prepares a query with a constant text. It is built and compiled once, and each connection to PostgreSQL plans it
 * once, because planning takes three times as long as finding a row. Use it only for instant queries, such as a row
 * found by its key: such a plan knows no values, and visitors share a connection for it.
 * @param make builds it with any placeholder values; the real ones are given in the same order on each call
 */
export function prepared<Row>(make: (db: Kysely<Schema>) => Pick<Compilable<Row>, "compile">) {
  return compiled((db) => ({ compile: () => marked(make(db).compile()) }));
}

/**
 * Does the same for a query that may take longer: it is built and compiled once, and then planned and run like all
 * others.
 */
export function compiled<Row>(make: (db: Kysely<Schema>) => Pick<Compilable<Row>, "compile">) {
  let query: CompiledQuery<Row> | undefined;
  return async (db: Kysely<Schema>, ...parameters: unknown[]): Promise<Row[]> => {
    query ??= make(db).compile();
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

const marked = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> => ({ ...query, sql: mark + query.sql });

/** The place of a value in a statement that is made once. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement in SQL that always has the same text and may take long, such as one that writes or waits for a row: it is made once, and
 * each connection plans it once, which for a long one takes more than to run it. It is asked with its values by their names.
 * @param make makes it of the places of these values
 */
export function preparedWith<Values extends Record<string, unknown>, Row>(
  make: (place: <Value>(name: keyof Values & string) => RawBuilder<Value>) => RawBuilder<Row>,
) {
  let query: CompiledQuery<Row> | undefined;
  return async (db: Kysely<Schema>, values: Values): Promise<Row[]> => {
    query ??= make((name) => sql.val(new Place(name)) as RawBuilder<never>).compile(db);
    const parameters = query.parameters.map((value) => (value instanceof Place ? values[value.name] : value));
    return (await db.executeQuery<Row>({ ...query, sql: markOfOwn + query.sql, parameters })).rows;
  };
}

/** True for the text of a prepared statement that may share a connection. */
export const isPrepared = (text: string): boolean => text.startsWith(mark);

/** True for a statement that connections keep under a name. */
const isKept = (text: string): boolean => isPrepared(text) || text.startsWith(markOfOwn);

/** The names of prepared statements by their texts; there is one for each call of `prepared`. */
const names = new Map<string, string>();

/** Makes a connection prepare these statements, each under a name. */
export function keepPrepared(client: ClientBase): void {
  const query = client.query.bind(client) as (...words: unknown[]) => unknown;
  client.query = ((text: unknown, values: unknown, ...words: unknown[]) =>
    typeof text === "string" && isKept(text)
      ? query({ name: nameOf(text), text, values })
      : query(text, values, ...words)) as ClientBase["query"];
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `goodturn_${names.size + 1}`;
  names.set(text, name);
  return name;
}
