import cluster from "node:cluster";
import type { Server } from "node:http";
import { createServer, Server as TcpServer, type Socket } from "node:net";
import { StartFailure } from "#db/start-failure.ts";

type Address = { host: string; port: number };

/** Starts to listen. @throws StartFailure if the port is in use, or the address is not available on this machine */
export function listen(http: TcpServer, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once("error", (error: NodeJS.ErrnoException) => {
      reject(new StartFailure(sentenceFor(error, { host, port }), { cause: error }));
    });
    // Each worker accepts its own connections from the system, so that one worker's work or end does not delay the
    // others'. Only Linux spreads connections over all of them.
    http.listen({ port, host, reusePort: cluster.isWorker && process.platform === "linux" }, resolve);
  });
}

/** Checks whether the processes about to start can listen. @throws StartFailure if they cannot */
export async function tryAddress(address: Address): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  await new Promise((resolve) => probe.close(resolve));
}

type Drain = {
  /** The time that requests have to finish once no more connections are accepted, in milliseconds. */
  limit: number;
  /**
   * The time of normal service after the signal to stop, so that load balancers notice, in milliseconds; 0 without a
   * load balancer.
   */
  notice: number;
  /** Called on the signal. */
  onTold: () => void;
  /** Ends streams, which would not end by themselves. */
  endStreams: () => void;
};

/**
 * Waits for the signal to stop (SIGTERM or SIGINT), serves everybody for a while, then accepts no more connections and
 * lets running requests finish; resolves when the last one has.
 *
 * Meanwhile a proxy keeps its connections, because a new one could arrive just when we stop listening, and would be
 * reset. Only afterwards is each connection told to close with its next answer, within some seconds. A new connection
 * is then refused, so a proxy knows that its request was not processed.
 */
export async function drain(http: Server, { limit, notice, onTold, endStreams }: Drain): Promise<void> {
  const silent = withoutRequest(http);
  await told();
  onTold();
  await new Promise((resolve) => setTimeout(resolve, notice));
  http.prependListener("request", (_, response) => (response.shouldKeepAlive = false));
  endStreams();
  // Node's own `close` of a web server would close idle connections at once.
  const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(http, () => resolve()));
  const begun = performance.now();
  const idleMax = notice > 0 ? keptIdle : 0;
  // A kept-alive connection becomes idle after its last answer, and would delay us until it times out. So would one
  // without any request, as browsers open in advance; Node does not count it as idle.
  const idle = setInterval(() => {
    const passed = performance.now() - begun;
    if (passed >= idleMax) http.closeIdleConnections();
    if (passed > Math.max(silentMax, idleMax)) for (const socket of silent) socket.destroy();
  }, 50);
  const late = setTimeout(() => http.closeAllConnections(), limit);
  // A connection with a changed protocol (the hot reload's WebSocket) is not a request, and closes with the process.
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, limit + 100))]);
  clearInterval(idle);
  clearTimeout(late);
}

/**
 * The time that a proxy may keep an idle connection once it cannot open another, in milliseconds. The same as Node's
 * limit.
 */
const keptIdle = 5000;
/** The time for a connection's first request to arrive after the signal, in milliseconds. */
const silentMax = 500;

/** Returns the connections, from now on, whose first request has not arrived yet. */
function withoutRequest(http: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  http.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  http.on("request", ({ socket }) => silent.delete(socket));
  return silent;
}

/** Resolves on the signal to stop. A second signal, after a second, exits at once. */
export function told(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const tell = () => {
      // Ctrl-C reaches this process twice: from the terminal, and from the program that started it.
      if (first !== undefined && performance.now() - first > 1000) process.exit(1);
      first ??= performance.now();
      resolve();
    };
    process.on("SIGTERM", tell);
    process.on("SIGINT", tell);
  });
}

function sentenceFor({ code, message }: NodeJS.ErrnoException, { host, port }: Address): string {
  if (code === "EADDRINUSE") return `PORT: ${port} on ${host} is in use; stop what uses it, or set PORT to another.`;
  if (code === "EACCES") return `PORT: ${port} needs rights that we do not have; set PORT to one above 1023.`;
  return `LISTEN_HOST: cannot listen on ${host}, port ${port}: ${message}.`;
}
