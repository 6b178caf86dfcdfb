import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { Client, type ClientConfig } from "pg";
import { isPrepared, keepPrepared } from "#db/prepared.ts";

export type SharedConnection = ReturnType<typeof createSharedConnection>;

/** Behind a pooler no statement is prepared, because the next one may get another connection. */
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
    // Statements issued before the connection is established fail with the same error.
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

/** The untyped fields of pg's connection. */
type Known = { connection: { stream: { cork: () => void; uncork: () => void } } };

/** Wraps a pool so that prepared statements use the shared connection, unless they are part of a transaction. */
export function sharing(pool: PostgresPool, shared: SharedConnection): PostgresPool {
  async function connect(): Promise<PostgresPoolClient> {
    let own: PostgresPoolClient | undefined;
    async function query(text: string, values: readonly unknown[]) {
      if (!own && isPrepared(text)) return shared.query(text, values);
      own ??= await pool.connect();
      return own.query(text, values);
    }
    // Kysely's type also allows a cursor, which we never use.
    return { query: query as unknown as PostgresPoolClient["query"], release: (isBroken) => own?.release(isBroken) };
  }
  return { connect, end: () => pool.end(), options: pool.options };
}
