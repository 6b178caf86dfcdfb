import { connect } from "node:net";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";

/** The time for which we try to cancel a query, in milliseconds: the query's own limit ends it anyway. */
const patience = 2000;

/**
 * Wraps a pool for a caller who may disconnect: when `signal` is aborted, their query is canceled, and no other begins.
 * A cancel request ends whatever its connection does when it arrives. So a connection for which one was sent is never
 * used again, and is not released before the request has been served.
 */
export const cancelable = (pool: Pool, signal: AbortSignal): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    check(signal);
    return endedBy(signal, await pool.connect());
  },
  // The pool is shared, so it is not closed here.
  end: async () => {},
});

function endedBy(signal: AbortSignal, client: PoolClient): PostgresPoolClient {
  let canceled: Promise<void> | undefined;
  const cancel = () => void (canceled = sendCancel(client));
  async function query(text: string, parameters: readonly unknown[]) {
    check(signal);
    signal.addEventListener("abort", cancel, { once: true });
    try {
      return await client.query(text, [...parameters]);
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }
  return {
    // Kysely's type also allows a cursor, which we never use.
    query: query as unknown as PostgresPoolClient["query"],
    release: (isBroken) => {
      if (canceled) void canceled.then(() => client.release(true));
      else client.release(isBroken);
    },
  };
}

/** @throws Error with PostgreSQL's own code for a canceled query */
function check({ aborted }: AbortSignal) {
  if (aborted) throw Object.assign(new Error("the caller has disconnected"), { code: "57014" });
}

/** The untyped fields of pg's connection: its id at the server, and the secret needed to cancel its query. */
type Known = { processID: number; secretKey: number; host: string; port: number };

/** The code of a cancel request in PostgreSQL's protocol (its documentation: 'Message Formats', CancelRequest). */
const cancelRequest = 80_877_102;

/**
 * Asks PostgreSQL to cancel a connection's query, on a separate connection, as the protocol requires. The connection's
 * secret ensures that no other connection is affected, also behind a pooler. Resolves when the server has served the
 * request, or cannot be reached.
 */
function sendCancel(client: PoolClient): Promise<void> {
  const { processID, secretKey, host, port } = client as unknown as Known;
  const message = Buffer.alloc(16);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(cancelRequest, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  const socket = connect(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  return new Promise((resolve) => {
    socket.on("connect", () => socket.write(message));
    // The server closes the connection after serving the request. If the request is lost, the query's own limit ends
    // it.
    socket.on("error", () => {}).on("close", () => resolve());
    socket.setTimeout(patience, () => socket.destroy());
    socket.resume();
  });
}
