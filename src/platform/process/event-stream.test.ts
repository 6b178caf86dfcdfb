import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerWithStream } from "./event-stream.ts";

let server: Server;
/** The answer to the next request. */
let answer: (request: Request) => Response | Promise<Response>;
/** The completion of each request. */
let answered: Promise<void>[];

beforeEach(async () => {
  answered = [];
  server = createServer((incoming, outgoing) => {
    answered.push(answerWithStream(incoming, outgoing, (request) => answer(request)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.close().closeAllConnections();
});

const ask = (headers: Record<string, string> = {}) =>
  get({ port: (server.address() as AddressInfo).port, path: "/api/events/1/live?a=b", headers });

async function answerTo(request: ReturnType<typeof ask>): Promise<IncomingMessage> {
  const [incoming] = (await once(request, "response")) as [IncomingMessage];
  return incoming;
}

/** A stream written by a test, which records its cancellation. */
function source() {
  let cancel!: () => void;
  const canceled = new Promise<void>((resolve) => (cancel = resolve));
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    cancel,
  });
  return { stream, canceled, controller };
}

const text = (bytes: string) => new TextEncoder().encode(bytes);

describe("answerWithStream", () => {
  it("passes on the request's address and authorization, and the answer in parts as it is written", async () => {
    const { stream, controller } = source();
    let asked: Request | undefined;
    answer = (request) => {
      asked = request;
      return new Response(stream, { status: 200, headers: { "content-type": "text/event-stream" } });
    };
    const incoming = await answerTo(ask({ authorization: "Bearer x", host: "goodturn.example" }));
    expect([asked?.url, asked?.headers.get("authorization")]).toEqual([
      "http://goodturn.example/api/events/1/live?a=b",
      "Bearer x",
    ]);
    expect(incoming.headers).toMatchObject({ "content-type": "text/event-stream", connection: "close" });
    expect(incoming.headers["transfer-encoding"]).toBeUndefined();
    const parts = Readable.toWeb(incoming).getReader() as ReadableStreamDefaultReader<Uint8Array>;
    for (const part of ["one", "two"]) {
      controller.enqueue(text(part));
      expect(new TextDecoder().decode((await parts.read()).value)).toBe(part);
    }
    controller.close();
    expect((await parts.read()).done).toBe(true);
  });

  it("passes on a refusal, with or without a body", async () => {
    answer = () => Response.json({ error: "no" }, { status: 404 });
    const refused = await answerTo(ask());
    expect([refused.statusCode, await new Response(Readable.toWeb(refused) as ReadableStream).json()]).toEqual([
      404,
      { error: "no" },
    ]);
    answer = () => new Response(null, { status: 429 });
    const empty = await answerTo(ask());
    expect([empty.statusCode, await new Response(Readable.toWeb(empty) as ReadableStream).text()]).toEqual([429, ""]);
  });

  it("cancels the stream when the connection closes", async () => {
    const { stream, controller, canceled } = source();
    answer = () => new Response(stream);
    controller.enqueue(text("one"));
    const incoming = await answerTo(ask());
    incoming.destroy();
    await expect(Promise.all([canceled, answered[0]])).resolves.toBeDefined();
  });

  it("cancels the stream if the connection closed before the stream existed", async () => {
    const { stream, canceled } = source();
    let go!: () => void;
    const going = new Promise<void>((resolve) => (go = resolve));
    const asked = new Promise<void>((resolve) => {
      answer = async () => {
        resolve();
        await going;
        return new Response(stream);
      };
    });
    const closed = once(server, "connection").then(async ([socket]) => once(socket, "close"));
    const request = ask();
    request.on("error", () => {});
    await asked;
    request.destroy();
    await closed;
    go();
    await expect(Promise.all([canceled, answered[0]])).resolves.toBeDefined();
  });

  it("reads no faster than the connection, and ends if it closes instead", async () => {
    const part = new Uint8Array(1_000_000);
    const { stream, controller, canceled } = source();
    answer = () => new Response(stream);
    const incoming = await answerTo(ask());
    incoming.pause();
    for (let parts = 0; parts < 50; parts++) controller.enqueue(part);
    const taken = () => 49 + (controller.desiredSize ?? 0);
    for (let before = -1; before !== taken();) {
      before = taken();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(taken()).toBeGreaterThan(0);
    expect(taken()).toBeLessThan(50);
    incoming.destroy();
    await canceled;
  });
});
