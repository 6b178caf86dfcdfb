import { connect } from "node:net";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";

/** How long we try to have a query ended, in milliseconds: its own limit ends it anyway. */
const patience = 2000;

/**
 * A pool's connections for somebody who may go away: when `signal` is aborted, their query is ended, and no other is begun. A
 * request to end one ends whatever its connection does when it arrives, so a connection for which one was sent is never used
 * again, and is not given up before the request has been served.
 */
export const cancelable = (pool: Pool, signal: AbortSignal): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    check(signal);
    return endedBy(signal, await pool.connect());
  },
  // It is another's.
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
    // Kysely also takes a cursor here, of which we have none.
    query: query as unknown as PostgresPoolClient["query"],
    release: (isBroken) => {
      if (canceled) void canceled.then(() => client.release(true));
      else client.release(isBroken);
    },
  };
}

/** @throws Error as PostgreSQL's own for a query that was ended */
function check({ aborted }: AbortSignal) {
  if (aborted) throw Object.assign(new Error("Whoever asked has gone."), { code: "57014" });
}

/** What pg knows of a connection, and has no types for: its name at the server, and the secret by which alone it is ended. */
type Known = { processID: number; secretKey: number; host: string; port: number };

/** The number by which PostgreSQL knows a request to end a query (its documentation: 'Message Formats', CancelRequest). */
const cancelRequest = 80_877_102;

/**
 * Asks PostgreSQL to end what a connection does, on a connection of its own, as the protocol wants it: by the connection's secret,
 * so that it can be no other's, also behind a pooler. Resolves when the server has served it, or when it cannot be asked.
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
    // The server closes it when it has served the request. What it does not hear, the query's own limit ends.
    socket.on("error", () => {}).on("close", () => resolve());
    socket.setTimeout(patience, () => socket.destroy());
    socket.resume();
  });
}
