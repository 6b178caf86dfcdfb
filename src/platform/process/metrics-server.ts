import { createServer, type Server } from "node:http";
import { StartFailure } from "#db/start-failure.ts";
import { metricsType, together } from "../metrics/together.ts";

type Address = { host: string; port: number };

/**
 * Answers `GET /metrics` on a separate port, and nothing else, with the processes' metrics from `count`; everybody who
 * can reach the port may read them.
 * @returns a function that stops it
 * @throws StartFailure if it cannot listen there
 */
export async function serveMetrics({ host, port }: Address, count: () => Promise<object[][]>): Promise<() => void> {
  const read = async () => together(await count());
  const server = createServer(({ method, url }, response) => {
    if (url !== "/metrics") return void response.writeHead(404).end();
    if (method !== "GET" && method !== "HEAD") return void response.writeHead(405, { allow: "GET" }).end();
    read().then(
      (text) => response.writeHead(200, { "content-type": metricsType, "cache-control": "no-store" }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await listening(server, { host, port });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

function listening(server: Server, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", ({ message }) => {
      reject(new StartFailure(`METRICS_LISTEN_PORT: cannot listen on ${host}, port ${port}: ${message}.`));
    });
    server.listen({ host, port }, resolve);
  });
}
