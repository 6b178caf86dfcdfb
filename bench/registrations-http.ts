import { connect } from "node:net";

/** A call to join: the address of the event's id, and the caller's token. */
export type JoinCall = { eventId: string; token: string };

/**
 * Makes calls one after the other on each of that many connections, for that long.
 * @returns the number of registrations
 * @throws Error if a call is refused
 */
export async function joinsByCall(
  address: string,
  connections: number,
  seconds: number,
  next: (connection: number, index: number) => JoinCall,
): Promise<{ done: number; seconds: number }> {
  const { port } = new URL(address);
  const begun = performance.now();
  const counts = await Promise.all(Array.from({ length: connections }, (_, connection) => work(connection)));
  return { done: counts.reduce((sum, count) => sum + count, 0), seconds: (performance.now() - begun) / 1000 };

  function work(connection: number): Promise<number> {
    return new Promise((resolve, reject) => {
      let [done, text] = [0, ""];
      const ask = () => socket.write(questionOf(port, next(connection, done)));
      const socket = connect(Number(port), "localhost", ask);
      socket.setEncoding("latin1").on("error", reject);
      socket.on("data", (part: string) => {
        text += part;
        if (text.length < lengthOf(text)) return;
        if (!text.startsWith("HTTP/1.1 200")) return reject(new Error(`Joining is answered:\n${text}`));
        [done, text] = [done + 1, ""];
        if (performance.now() - begun < seconds * 1000) return ask();
        socket.destroy();
        resolve(done);
      });
    });
  }
}

function questionOf(port: string, { eventId, token }: JoinCall): string {
  const body = JSON.stringify({ eventId });
  const head = [
    "POST /api/join-event HTTP/1.1",
    `host: localhost:${port}`,
    `authorization: Bearer ${token}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

/** The full length of an answer whose head has arrived. */
function lengthOf(answer: string): number {
  const end = answer.indexOf("\r\n\r\n");
  if (end < 0) return Infinity;
  return end + 4 + Number(/content-length: (\d+)/i.exec(answer.slice(0, end))?.[1] ?? Infinity);
}
