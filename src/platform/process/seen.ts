import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import type { ProcessLog } from "../log/log.ts";
import { isTrusted } from "./client-address.ts";

/** A request as it is written down: its id, the pattern of its address once that is known, and when it came, in milliseconds. */
export type Seen = { readonly id: string; route: string; readonly begun: number };

/** Told of each request that was answered, with the seconds that it took. */
export type Measure = (request: { method: string; route: string; status: number }, seconds: number) => void;

type Parts = { log: Pick<ProcessLog, "request">; trustedProxies: BlockList; measure?: Measure | undefined };

/** The header by which a request's id comes from a proxy, and goes back. */
export const idHeader = "X-Request-Id";

/** A proxy's id is ours too, if it cannot be anything else in a line or on a page. */
const safe = /^[\w.-]{1,64}$/;

/** The routes of those who ask again and again whether we are there. */
const quiet = new Set(["/healthz", "/readyz"]);

/** Of who went before there was an answer, as nginx has it. */
const goneStatus = 499;

/** Gives each request its id, and writes it down when it has been answered. */
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

  /** Gives the id back with whatever is answered, and writes the request down when that is over. */
  function watch(seen: Seen, incoming: IncomingMessage, outgoing: ServerResponse) {
    outgoing.setHeader(idHeader, seen.id);
    outgoing.once("close", () => end(seen, incoming, outgoing));
  }

  return { begin, end, watch };
}

/** The route of what was answered before anybody knew what it was about. */
const unknown = "(none)";

/** Short enough to be read out, and no other request's. */
const newRequestId = () => randomUUID().slice(0, 18);
