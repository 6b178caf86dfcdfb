import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * The maximum amount of an unwanted body that is read after the answer, in bytes, and the maximum time, in
 * milliseconds.
 */
const restMax = 16 * 1024 * 1024;
const restTimeMax = 5000;

/**
 * Handles an answer that is sent before its request's body has arrived: it becomes the last answer on its connection,
 * and says so in its headers. Otherwise a proxy could use the connection for another client's request, and find it
 * closed. The rest of the body is read for a while and discarded, because closing a connection while the other end is
 * sending loses the answer.
 */
export function closeAfterEarlyAnswer(incoming: IncomingMessage, outgoing: ServerResponse, answer: () => void): void {
  if (!hasBody(incoming)) return answer();
  const writeHead = outgoing.writeHead.bind(outgoing) as (...words: unknown[]) => ServerResponse;
  outgoing.writeHead = (...words: unknown[]) => {
    if (!incoming.complete) {
      outgoing.setHeader("Connection", "close");
      // Node calls this once the answer is out.
      incoming.socket.destroySoon = () => linger(incoming);
    }
    return writeHead(...words);
  };
  // Lets a body that arrived together with its head be read first.
  setImmediate(answer);
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Ends our side, and reads the rest before the connection is closed. */
function linger(incoming: IncomingMessage): void {
  const { socket } = incoming;
  const close = () => socket.destroy();
  const [most, latest] = [socket.bytesRead + restMax, performance.now() + restTimeMax];
  const watch = setInterval(() => {
    if (socket.bytesRead > most || performance.now() > latest) close();
  }, 50).unref();
  socket.once("close", () => clearInterval(watch));
  for (const end of ["end", "error", "close"]) incoming.once(end, close);
  socket.end();
  // The previous reader has stopped, because it needed no more data.
  incoming.removeAllListeners("data").resume();
}
