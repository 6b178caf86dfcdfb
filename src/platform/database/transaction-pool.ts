import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";

/** Settings of PostgreSQL, each with its value in milliseconds. */
export type Limits = Readonly<Record<string, number>>;

/**
 * Wraps a pooler that lends connections for one transaction each, such as pgbouncer. A session's settings would stay
 * for the next user of the connection, or be lost. So limits are set within each transaction, and a single statement
 * gets a transaction of its own.
 */
export function transactionPool(pool: PostgresPool, limits: Limits): PostgresPool {
  const settings = Object.entries(limits).map(([name, value]) => `set local ${name} = ${value}`);
  const connect = async () => limited(await pool.connect(), settings);
  return { connect, end: () => pool.end(), options: pool.options };
}

const nothing: PostgresQueryResult<never> = { command: "COMMIT", rowCount: 0, rows: [] };

function limited(client: PostgresPoolClient, settings: readonly string[]): PostgresPoolClient {
  let isOpen = false;
  let isBroken = false;

  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (/^(commit|rollback)$/i.test(text)) isOpen = false;
    else if (/^(begin|start transaction)\b/i.test(text)) {
      await begin(text);
      isOpen = true;
      return nothing;
    } else if (!isOpen) return alone(text, values);
    return client.query<R>(text, values);
  }

  async function alone<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    await begin("begin");
    try {
      const result = await client.query<R>(text, values);
      await client.query("commit", []);
      return result;
    } catch (error) {
      // Other callers must not get the connection in the middle of this transaction.
      await client.query("rollback", []).catch(() => (isBroken = true));
      throw error;
    }
  }

  /** This takes a single round trip, because statements without values can be sent together. */
  const begin = (text: string) => client.query([text, ...settings].join("; "), []);

  return {
    // Kysely's type also allows a cursor, which we never use.
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy = false) => client.release(destroy || isBroken),
  };
}
