import type { IncomingMessage, ServerResponse } from "node:http";

/** True if a browser requests a stream for the lifetime of its page. */
export const asksForStream = ({ method, url = "", headers }: IncomingMessage) =>
  method === "GET" && url.startsWith("/api/") && headers.accept === "text/event-stream";

/**
 * Answers with a stream outside the usual path. That path would keep the request and all related objects in memory as
 * long as the stream lasts: 9 kB for each of thousands of listeners. The stream is canceled as soon as its connection
 * closes, and read no faster than the connection takes it.
 */
export async function answerWithStream(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<void> {
  const { status, headers, body } = await fetch(requestOf(incoming));
  // The `close` event came while the answer was being made, and is not repeated.
  if (outgoing.destroyed) return body?.cancel();
  // The stream ends with its connection, so it needs no chunked encoding, which takes three writes a chunk.
  outgoing.removeHeader("transfer-encoding");
  outgoing.writeHead(status, { ...Object.fromEntries(headers), connection: "close" }).flushHeaders();
  if (!body) return void outgoing.end();
  const reader = body.getReader();
  outgoing.once("close", () => void reader.cancel());
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    // If the connection closes instead, there is nothing left to do.
    if (!outgoing.write(part.value)) await new Promise((resolve) => outgoing.once("drain", resolve));
  }
  outgoing.end();
}

function requestOf({ url, headers: { host, authorization } }: IncomingMessage): Request {
  return new Request(`http://${host}${url}`, { headers: authorization === undefined ? {} : { authorization } });
}
