import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import type { ProcessLog } from "../log/log.ts";
import { isTrusted } from "./client-address.ts";

/** A request for the log: its id, the pattern of its address once known, and its arrival time, in milliseconds. */
export type Seen = { readonly id: string; route: string; readonly begun: number };

/** Called for each answered request, with its duration in seconds. */
export type Measure = (request: { method: string; route: string; status: number }, seconds: number) => void;

type Parts = { log: Pick<ProcessLog, "request">; trustedProxies: BlockList; measure?: Measure | undefined };

/** The header with a request's id, from a proxy and in the answer. */
export const idHeader = "X-Request-Id";

/** A proxy's id is used if it is harmless in a log line and on a page. */
const safe = /^[\w.-]{1,64}$/;

/** The routes of health checks. */
const quiet = new Set(["/healthz", "/readyz"]);

/** The status for clients who disconnected before the answer, as in nginx. */
const goneStatus = 499;

/** Gives each request its id, and logs it when it has been answered. */
export function createSeen({ log, trustedProxies, measure }: Parts) {
  function begin({ headers, socket }: IncomingMessage): Seen {
    const theirs = headers["x-request-id"];
    const isTheirs =
      typeof theirs === "string" && safe.test(theirs) && isTrusted(socket.remoteAddress ?? "", trustedProxies);
    return { id: isTheirs ? theirs : newRequestId(), route: unknown, begun: performance.now() };
  }

  function end({ id, route, begun }: Seen, { method = "" }: IncomingMessage, outgoing: ServerResponse) {
    const took = performance.now() - begun;
    const gone = !outgoing.writableEnded;
    const status = outgoing.headersSent ? outgoing.statusCode : goneStatus;
    const ms = Math.round(took * 10) / 10;
    log.request({ id, method, route, status, ms, ...(gone && { gone }) }, quiet.has(route));
    measure?.({ method, route, status }, took / 1000);
  }

  /** Returns the id with the answer, and logs the request when it is over. */
  function watch(seen: Seen, incoming: IncomingMessage, outgoing: ServerResponse) {
    outgoing.setHeader(idHeader, seen.id);
    outgoing.once("close", () => end(seen, incoming, outgoing));
  }

  return { begin, end, watch };
}

/** The route of requests answered before their route was known. */
const unknown = "(none)";

/** Short enough to be read aloud, and unique. */
const newRequestId = () => randomUUID().slice(0, 18);
