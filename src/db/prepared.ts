import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { ClientBase } from "pg";
import type { Schema } from "./schema.server.ts";

/** How the text of a prepared statement begins. The server's bundle has a copy of this file of its own, so only the text tells. */
const mark = "/* prepared */ ";

/**
 * A query that always has the same text: it is made and compiled once, and each connection to PostgreSQL plans it once, which takes
 * three times as long as finding a row. Only for rows that are found by their key: such a plan knows no values.
 * @param make makes it with anything in the place of the values, which are given in their order when it is asked
 */
export function prepared<Row>(make: (db: Kysely<Schema>) => Compilable<Row>) {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db: Kysely<Schema>, ...parameters: unknown[]): Promise<Row[]> => {
    compiled ??= marked(make(db).compile());
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

const marked = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> => ({ ...query, sql: mark + query.sql });

/** Whether a statement's text is that of a prepared one. */
export const isPrepared = (text: string): boolean => text.startsWith(mark);

/** The names of prepared statements by their texts, of which there are as many as there are calls of `prepared`. */
const names = new Map<string, string>();

/** Has a connection keep the statements that are prepared, each under a name. */
export function keepPrepared(client: ClientBase): void {
  const query = client.query.bind(client) as (...words: unknown[]) => unknown;
  client.query = ((text: unknown, values: unknown, ...words: unknown[]) =>
    typeof text === "string" && isPrepared(text)
      ? query({ name: nameOf(text), text, values })
      : query(text, values, ...words)) as ClientBase["query"];
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `goodturn_${names.size + 1}`;
  names.set(text, name);
  return name;
}
