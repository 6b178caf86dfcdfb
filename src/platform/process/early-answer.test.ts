import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closeAfterEarlyAnswer } from "./early-answer.ts";

let server: Server;
let sockets: Socket[];
beforeEach(async () => {
  const app = new Hono();
  app.post("/small", bodyLimit({ maxSize: 1000, onError: (c) => c.text("too large", 413) }), async (c) =>
    c.text(`read ${(await c.req.text()).length}`),
  );
  app.post("/refused", (c) => c.text("not for you", 401));
  app.post("/streamed", () => new Response(new Blob(["a stream"]).stream()));
  // Other tests in this worker must get their own `Response` back.
  const answer = getRequestListener(app.fetch, { autoCleanupIncoming: false, overrideGlobalObjects: false });
  server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    closeAfterEarlyAnswer(incoming, outgoing, () => void answer(incoming, outgoing));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Opens a connection, and records the data received and how it ended. */
function open() {
  // The client keeps sending after the server has finished.
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true });
  sockets.push(socket);
  const seen = { text: "", error: "" };
  socket.setEncoding("latin1").on("data", (part) => (seen.text += String(part)));
  socket.on("error", (error) => (seen.error = error.message));
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const until = async (words: string) => {
    for (let time = 0; time < 300 && !seen.text.includes(words); time++) await pause(5);
    expect(seen.text).toContain(words);
  };
  return { socket, seen, closed, until };
}
const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`;

describe("closeAfterEarlyAnswer", () => {
  it.each([
    ["/small", "HTTP/1.1 413", "too large"],
    ["/refused", "HTTP/1.1 401", "not for you"],
    ["/streamed", "HTTP/1.1 200", "a stream"],
    ["/nothing", "HTTP/1.1 404", "404 Not Found"],
  ])("says on %s that the connection ends, and loses no answer while a body is being sent", async (path, ...words) => {
    const { socket, seen, closed, until } = open();
    const chunk = Buffer.alloc(64 * 1024);
    const count = 60;
    socket.write(head(path, count * chunk.length));
    for (const word of words) await until(word);
    expect(seen.text.toLowerCase()).toContain("\r\nconnection: close\r\n");
    for (let sent = 0; sent < count; sent++) {
      if (!socket.write(chunk)) await new Promise((resolve) => socket.once("drain", resolve));
    }
    socket.end();
    await closed;
    expect(seen.error).toBe("");
    expect(seen.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it("does not treat data after an unread body as a request", async () => {
    const { socket, seen, closed, until } = open();
    socket.write(head("/refused", 5000));
    await until("401");
    socket.write(Buffer.alloc(5000));
    socket.end(`${head("/small", 2)}ok`);
    await closed;
    expect(seen.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it("reads only part of an endless body", async () => {
    const { socket, closed } = open();
    socket.write("POST /refused HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(0x10_00_00), Buffer.from("\r\n")]);
    let sent = 0;
    while (!socket.destroyed && sent < 200) {
      sent++;
      await new Promise((resolve) => socket.write(chunk, resolve));
    }
    await closed;
    expect(sent).toBeLessThan(100);
  });

  it("keeps a connection if the request's body has arrived, read or not, or if there is none", async () => {
    const { socket, seen, until } = open();
    socket.write(`${head("/small", 2)}ok`);
    await until("read 2");
    socket.write(`${head("/refused", 2)}ok`);
    await until("not for you");
    socket.write(head("/small", 0));
    await until("read 0");
    socket.write(`${head("/small", 3)}yes`);
    await until("read 3");
    expect(seen.text.toLowerCase()).not.toContain("connection: close");
  });
});
