import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { Client, type ClientConfig } from "pg";
import { isPrepared, keepPrepared } from "#db/prepared.ts";

export type SharedConnection = ReturnType<typeof createSharedConnection>;

/**
 * One connection for the prepared statements of everybody: those that come in one turn of the loop are sent together, and are
 * answered together. That takes a third of the processor that it takes to lend each a connection. As each finds a row by its
 * key, none waits for another. A connection that is lost is made again for the next statement.
 */
export function createSharedConnection(config: ClientConfig) {
  let current: Client | undefined;
  let isGathering = false;

  function open(): Client {
    const client = new Client({ ...config, pipeline: true });
    const drop = () => {
      if (current === client) current = undefined;
    };
    client.on("error", drop).on("end", drop);
    keepPrepared(client);
    // What is asked for before it is there fails with the same error.
    client.connect().catch(drop);
    return client;
  }

  function gather(client: Client) {
    if (isGathering) return;
    const { stream } = (client as unknown as Known).connection;
    isGathering = true;
    stream.cork();
    setImmediate(() => {
      isGathering = false;
      stream.uncork();
    });
  }

  /** Runs a prepared statement. */
  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const client = (current ??= open());
    gather(client);
    return (await client.query(text, [...values])) as unknown as PostgresQueryResult<R>;
  }

  return { query, end: async () => current?.end() };
}

/** What pg knows of a connection, and has no types for. */
type Known = { connection: { stream: { cork: () => void; uncork: () => void } } };

/** A pool whose prepared statements go over the shared connection, unless they are part of a transaction. */
export function sharing(pool: PostgresPool, shared: SharedConnection): PostgresPool {
  async function connect(): Promise<PostgresPoolClient> {
    let own: PostgresPoolClient | undefined;
    async function query(text: string, values: readonly unknown[]) {
      if (!own && isPrepared(text)) return shared.query(text, values);
      own ??= await pool.connect();
      return own.query(text, values);
    }
    // Kysely also takes a cursor here, of which we have none.
    return { query: query as unknown as PostgresPoolClient["query"], release: (isBroken) => own?.release(isBroken) };
  }
  return { connect, end: () => pool.end(), options: pool.options };
}
