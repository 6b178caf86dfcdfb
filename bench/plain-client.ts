import { connect } from "node:net";

// Sends requests over plain connections: a client that did more would take as much of the machine as the measured
// server.

/** A request as raw bytes, and the length of its answer in bytes. */
export type Asked = { question: string; length: number };

const [warmUp, seconds] = [700, 3];

export function questionOf(port: number, path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`GET ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}

/** The raw answer to a request. */
export function wholeAnswer(port: number, question: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let whole = Buffer.alloc(0);
    const socket = connect(port, "127.0.0.1", () => socket.write(question));
    socket.on("error", reject).on("data", (part) => {
      whole = Buffer.concat([whole, part]);
      if (whole.length >= lengthOf(whole)) {
        socket.destroy();
        resolve(whole);
      }
    });
  });
}

/** The full length of an answer whose head has arrived. */
function lengthOf(answer: Buffer): number {
  const end = answer.indexOf("\r\n\r\n");
  if (end < 0) return Infinity;
  const head = answer.toString("latin1", 0, end);
  const body = head.startsWith("HTTP/1.1 304") ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1]);
  return end + 4 + body;
}

/**
 * The number of answers per second over that many connections, if each sends its next request after an answer.
 * @param next the next request
 * @throws Error if an answer is longer than it should be
 */
export async function answersASecond(port: number, connections: number, next: () => Asked): Promise<number> {
  let answers = 0;
  const sockets = Array.from({ length: connections }, () => {
    let missing = 0;
    const ask = () => {
      const { question, length } = next();
      missing = length;
      socket.write(question);
    };
    const socket = connect(port, "127.0.0.1", ask);
    return socket.on("data", (part) => {
      missing -= part.length;
      if (missing > 0) return;
      if (missing < 0) throw new Error("An answer is longer than the first one to the same request.");
      answers++;
      ask();
    });
  });
  await new Promise((resolve) => setTimeout(resolve, warmUp));
  const [before, begun] = [answers, performance.now()];
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const rate = ((answers - before) / (performance.now() - begun)) * 1000;
  for (const socket of sockets) socket.destroy();
  return rate;
}
