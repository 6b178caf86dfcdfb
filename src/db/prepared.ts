import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import type { ClientBase } from "pg";
import type { Schema } from "./schema.server.ts";

/**
 * The beginning of a prepared statement's text. The server's bundle has its own copy of this file, so only the text
 * identifies it.
 */
const mark = "/* prepared */ ";
/** The same for a statement that writes or may wait for a lock: it never runs on a connection that visitors share. */
const markOfOwn = "/* prepared, on its own connection */ ";

/**
 * Prepares a query with a constant text. It is built and compiled once, and each connection to PostgreSQL plans it
 * once, because planning takes three times as long as finding a row. Use it only for instant queries, such as finding a
 * row by its key, because such a plan ignores the values, and visitors share a connection for it.
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

/** A placeholder for a value in a statement that is built once. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Prepares a statement in SQL with a constant text that may take long, such as one that writes or waits for a row. It
 * is built once, and each connection plans it once, because planning a long statement takes longer than running it.
 * Each call gives its values by name.
 * @param make builds the statement with a placeholder for each value
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
