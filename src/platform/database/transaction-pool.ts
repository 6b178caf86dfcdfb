import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";

/** Settings of PostgreSQL, each with its value in milliseconds. */
export type Limits = Readonly<Record<string, number>>;

/**
 * Connections through a pooler that lends them for one transaction each, such as pgbouncer: what is set for a session would
 * stay for the next user of the connection, or be lost. So limits are set within each transaction, and a statement that
 * stands alone gets a transaction of its own.
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
      // Nobody else is to get it in the middle of this transaction.
      await client.query("rollback", []).catch(() => (isBroken = true));
      throw error;
    }
  }

  /** One way there and back: without values, statements may be sent together. */
  const begin = (text: string) => client.query([text, ...settings].join("; "), []);

  return {
    // Kysely also takes a cursor here, of which we have none.
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy = false) => client.release(destroy || isBroken),
  };
}
