import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import { afterEach } from "vitest";
import { createKeptAnswers } from "#platform/process/kept-answers.ts";

type Settings = Parameters<typeof createKeptAnswers>[0];

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** Long enough to be compressed. */
export const text = "the same for everybody ".repeat(200);
/** The headers of a page that is the same for everybody. */
export const shared = { "Content-Type": "text/html", "Cache-Control": "public, no-cache" };

/** A site whose answers come from `make`, behind the cache; `made` counts them. */
export async function siteOf(
  make: (path: string, made: number, gone: AbortSignal) => Response | Promise<Response>,
  wishes: Partial<Settings> = {},
) {
  const made = { count: 0 };
  const kept = createKeptAnswers({
    bytesMax: 1_000_000,
    nextMoment: async () => null,
    isHeard: () => true,
    cdnSeconds: 0,
    byHost: false,
    ...wishes,
  });
  const site = new Hono<{ Bindings: HttpBindings }>();
  /** Each request has an id; only the request that makes the answer knows its route. */
  const requests: { id: string; route: string; begun: number }[] = [];
  const begin = () => {
    const seen = { id: `request-${requests.length + 1}`, route: "?", begun: 0 };
    requests.push(seen);
    return seen;
  };
  const noted = new WeakMap<object, ReturnType<typeof begin>>();
  site.all("*", async (c) => {
    const seen = noted.get(c.env.outgoing) ?? begin();
    const fetch = (gone: AbortSignal) => {
      seen.route = c.req.path;
      return make(c.req.path, ++made.count, gone);
    };
    return (await kept.answer({ ...c.env, seen }, fetch)) ?? RESPONSE_ALREADY_SENT;
  });
  site.onError((error, c) => c.text(error.message, 500));
  const general = getRequestListener(site.fetch);
  const server = createServer((incoming, outgoing) => {
    const seen = begin();
    noted.set(outgoing, seen);
    if (!kept.send({ incoming, outgoing, seen })) void general(incoming, outgoing);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  /** Does not use fetch, which decompresses and adds headers. */
  const ask = (path = "/", headers: Record<string, string> = {}, method = "GET") =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const sent = request({ port, path, method, headers, agent: false }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      });
      sent.on("error", reject).end();
    });
  /** Sends a request without waiting for the answer. @returns a function that aborts it */
  const open = (path = "/") => {
    const sent = request({ port, path, agent: false });
    sent.on("error", () => {}).end();
    return () => void sent.destroy();
  };
  const connections = () => promisify(server.getConnections.bind(server))();
  return { kept, made, requests, ask, open, connections };
}

/** A page that shows some topics. */
export const page = (topics?: string, body = text) =>
  new Response(body, { headers: { ...shared, ...(topics && { "Cache-Tag": topics }) } });
