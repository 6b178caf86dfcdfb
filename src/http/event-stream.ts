import type { IncomingMessage, ServerResponse } from "node:http";

/** Lets a stream go on, from its beginning, on a connection. @returns false when it cannot, and has to be read */
export type MoveStream = (stream: ReadableStream<Uint8Array>, connection: ServerResponse) => boolean;

/** Whether a browser asks for a stream that it listens to for as long as its page is open. */
export const asksForStream = ({ method, url = "", headers }: IncomingMessage) =>
  method === "GET" && url.startsWith("/api/") && headers.accept === "text/event-stream";

/**
 * Answers without the general way, which keeps the request and all that its handling has left for as long as the stream
 * lasts: 10 kB for each of thousands who do nothing but listen.
 */
export async function answerWithStream(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { fetch, move }: { fetch: (request: Request) => Response | Promise<Response>; move: MoveStream },
): Promise<void> {
  const response = await fetch(requestOf(incoming));
  const { status, headers, body } = response;
  // It ends with its connection, so it needs no chunks, each of which would be written in three pieces.
  outgoing.removeHeader("transfer-encoding");
  outgoing.writeHead(status, { ...Object.fromEntries(headers), connection: "close" }).flushHeaders();
  if (!body || !move(body, outgoing)) outgoing.end(await response.text());
}

function requestOf({ url, headers: { host, authorization } }: IncomingMessage): Request {
  return new Request(`http://${host}${url}`, { headers: authorization === undefined ? {} : { authorization } });
}
