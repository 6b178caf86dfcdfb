import type { IncomingMessage, ServerResponse } from "node:http";

/** Whether a browser asks for a stream that it listens to for as long as its page is open. */
export const asksForStream = ({ method, url = "", headers }: IncomingMessage) =>
  method === "GET" && url.startsWith("/api/") && headers.accept === "text/event-stream";

/**
 * Answers without the general way, which keeps the request and all that its handling has left for as long as the stream
 * lasts: 9 kB for each of thousands who do nothing but listen. The stream is canceled as soon as its connection closes, and
 * read no faster than the connection takes it.
 */
export async function answerWithStream(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<void> {
  const { status, headers, body } = await fetch(requestOf(incoming));
  // Its `close` was told while the answer was made, and is not told again.
  if (outgoing.destroyed) return body?.cancel();
  // It ends with its connection, so it needs no chunks, each of which would be written in three pieces.
  outgoing.removeHeader("transfer-encoding");
  outgoing.writeHead(status, { ...Object.fromEntries(headers), connection: "close" }).flushHeaders();
  if (!body) return void outgoing.end();
  const reader = body.getReader();
  outgoing.once("close", () => void reader.cancel());
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    // If it closes instead, nothing is left to do.
    if (!outgoing.write(part.value)) await new Promise((resolve) => outgoing.once("drain", resolve));
  }
  outgoing.end();
}

function requestOf({ url, headers: { host, authorization } }: IncomingMessage): Request {
  return new Request(`http://${host}${url}`, { headers: authorization === undefined ? {} : { authorization } });
}
