import type { IncomingMessage, ServerResponse } from "node:http";

/** How much of a body that nobody wants is read after the answer, in bytes, and for how long, in milliseconds. */
const restMax = 16 * 1024 * 1024;
const restTimeMax = 5000;

/**
 * Makes an answer that goes out before its request's body has come in the last one on its connection, and says so: the next
 * request on it, which behind a proxy may be somebody else's, would find it closed. What still comes is read for a while
 * and thrown away: if a connection is closed while its other end is still sending, the answer is lost.
 */
export function closeAfterEarlyAnswer(incoming: IncomingMessage, outgoing: ServerResponse, answer: () => void): void {
  if (!hasBody(incoming)) return answer();
  const writeHead = outgoing.writeHead.bind(outgoing) as (...words: unknown[]) => ServerResponse;
  outgoing.writeHead = (...words: unknown[]) => {
    if (!incoming.complete) {
      outgoing.setHeader("Connection", "close");
      // Node calls it once the answer is out.
      incoming.socket.destroySoon = () => linger(incoming);
    }
    return writeHead(...words);
  };
  // A body that came together with its head has been taken in by then.
  setImmediate(answer);
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Says that nothing more is coming from us, and reads the rest before the connection is closed. */
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
  // What has begun to read it has stopped, as nobody wanted more.
  incoming.removeAllListeners("data").resume();
}
