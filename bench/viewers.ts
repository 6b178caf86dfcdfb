import { connect } from "node:net";

// A crowd of viewers with one event page each: `node bench/viewers.ts PORT EVENT COUNT`, as a child process, so that
// its memory is not the server's. It sends messages when all are connected, and when all have received the next change.

const [port, eventId, count] = [Number(process.argv[2]), process.argv[3], Number(process.argv[4])];
/** The number of viewers that connect at a time; the next ones wait for the server's answers. */
const atOnce = 100;

/** A browser's request. */
const request = [
  `GET /api/events/${eventId}/live HTTP/1.1`,
  `Host: localhost:${port}`,
  "Accept: text/event-stream",
  "Accept-Encoding: gzip, deflate, br, zstd",
  "Accept-Language: en-US,en;q=0.9",
  "Cache-Control: no-cache",
  `Referer: http://localhost:${port}/view-event/${eventId}`,
  "Sec-Fetch-Dest: empty",
  "Sec-Fetch-Mode: cors",
  "Sec-Fetch-Site: same-origin",
  "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
].join("\r\n");

/** The number of viewers that have received the first numbers, the first change, the second one, … */
const seen: number[] = [];

function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1");
    let times = 0;
    let rest = "";
    socket.on("data", (text: string) => {
      const parts = (rest + text).split("event: numbers\n");
      rest = parts.at(-1)?.slice(-20) ?? "";
      for (let found = parts.length - 1; found > 0; found--) {
        seen[times] = (seen[times] ?? 0) + 1;
        if (seen[times] === count) process.send?.({ seen: times, at: Date.now() });
        if (times++ === 0) resolve();
      }
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error(`The server has closed a stream, after: ${rest}`)));
    socket.write(`${request}\r\n\r\n`);
  });
}

for (let opened = 0; opened < count; opened += atOnce) {
  await Promise.all(Array.from({ length: Math.min(atOnce, count - opened) }, open));
}
