import cluster from "node:cluster";
import type { Server } from "node:http";
import { createServer, Server as TcpServer, type Socket } from "node:net";
import { StartFailure } from "#db/start-failure.ts";

type Address = { host: string; port: number };

/** Starts to listen. @throws StartFailure when the port is in use, or this machine does not let us have the address */
export function listen(http: TcpServer, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once("error", (error: NodeJS.ErrnoException) => {
      reject(new StartFailure(sentenceFor(error, { host, port }), { cause: error }));
    });
    // Beside others, each takes its connections from the system: what one of them does, or its end, holds up none of theirs.
    // Only on Linux are they spread over all.
    http.listen({ port, host, reusePort: cluster.isWorker && process.platform === "linux" }, resolve);
  });
}

/** Finds out whether the processes that we are about to start can listen. @throws StartFailure when they cannot */
export async function tryAddress(address: Address): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  await new Promise((resolve) => probe.close(resolve));
}

type Drain = {
  /** How long requests have to finish once nobody can connect any more, in milliseconds. */
  limit: number;
  /** For how long everybody is served after we were told, so that balancers see it, in milliseconds; 0 where there are none. */
  notice: number;
  /** Called when we are told. */
  onTold: () => void;
  /** Called for streams, which would not end by themselves. */
  endStreams: () => void;
};

/**
 * Waits to be told to stop (SIGTERM or SIGINT), serves everybody for a while, then takes no more connections and lets running
 * requests finish; the promise is kept when the last has.
 *
 * A proxy keeps its connections while we serve, because each new one could come in just when we stop to listen, and would be
 * reset. Only then each is told to close with its next answer, and has some seconds for that; a new one is refused, which
 * a proxy knows to be nobody's answer.
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
  // A kept connection becomes idle when its last answer is out, and would hold us until it times out. So would one on which
  // nothing was ever asked, as browsers open ahead; Node does not call it idle.
  const idle = setInterval(() => {
    const passed = performance.now() - begun;
    if (passed >= idleMax) http.closeIdleConnections();
    if (passed > Math.max(silentMax, idleMax)) for (const socket of silent) socket.destroy();
  }, 50);
  const late = setTimeout(() => http.closeAllConnections(), limit);
  // A connection that has changed its protocol (the hot reload's WebSocket) is no request, and closes with the process.
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, limit + 100))]);
  clearInterval(idle);
  clearTimeout(late);
}

/** How long a proxy may keep a connection on which nothing is asked, once it can make no other; in milliseconds. Node's limit. */
const keptIdle = 5000;
/** How long the first request of a connection may take to come in, once we are told to stop; in milliseconds. */
const silentMax = 500;

/** The connections, from now on, whose first request has not come in yet. */
function withoutRequest(http: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  http.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  http.on("request", ({ socket }) => silent.delete(socket));
  return silent;
}

/** Kept when we are told to stop. A second signal, after a second, stops at once. */
export function told(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const tell = () => {
      // Ctrl-C reaches us twice: from the terminal, and from the program that has started us.
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
