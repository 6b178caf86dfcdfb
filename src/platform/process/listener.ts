import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { readdirSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import { join, relative, sep } from "node:path";
import type { ProcessLog } from "../log/log.ts";
import { gateWorker } from "#gate/gate-worker.ts";
import { Failure } from "#domain/failure.ts";
import { refusalOf } from "#domain/refusal.ts";
import type { createHandler } from "./handler.ts";
import { clientAddress } from "./client-address.ts";
import { audienceOf } from "./audience.ts";
import { closeAfterEarlyAnswer } from "./early-answer.ts";
import { answerWithStream, asksForStream } from "./event-stream.ts";
import type { KeptAnswers } from "./kept-answers.ts";
import { answerOf, bytesOf } from "./known-bytes.ts";
import { isElsewhere, oneSpelling } from "./one-spelling.ts";
import { openReading } from "./open-reading.ts";
import { createSeen, type Measure, type Seen } from "./seen.ts";
import type { Siblings } from "./siblings.ts";
import { transportSecurity } from "./transport-security.ts";

/**
 * The site, as created by `handler.ts`; `address` is the caller's network address, and `gone` is aborted when the
 * caller disconnects. `seen` is the request for the log; the handler sets its route.
 */
export type Handler = {
  fetch: (request: Request, env: { address: string; gone?: AbortSignal; seen?: Seen }) => Response | Promise<Response>;
};
export type CreateHandler = (...outside: Parameters<typeof createHandler>) => Handler;

/** The function that creates the handler, and the function that is called with each request `before` it. */
export type LoadedHandler = {
  createHandler: CreateHandler;
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

type Parts = {
  handler: Handler;
  /** Tells whether this process can do its work, for `/readyz`. */
  isReady: () => Promise<boolean>;
  /** The maximum number of requests in progress that are not answered from the cache. */
  requestsMax: number;
  /** Tells whether the event loop is so late that public reads are refused. */
  isLate: () => boolean;
  /** Answers once the other processes have heard of a request's changes. */
  onceHeard: Siblings["onceHeard"];
  files: string | null;
  /** The cache of answers that are the same for everybody; null in development. */
  kept: KeptAnswers | null;
  /** Our public address; null if it is not configured. */
  origin: string | null;
  trustedProxies: BlockList;
  /** Called with a log line for each request. */
  log: Pick<ProcessLog, "request">;
  measure?: Measure | undefined;
};

type Env = { Bindings: HttpBindings };

/** The seconds after which to retry when there are too many requests. */
const tryAgainAfter = 2;

/**
 * Answers HTTP: from the cache; then the two calls for monitoring (`/healthz`: the process is alive, `/readyz`: it can
 * do its work), then the build's files in the folder `files` (null in development), then the handler.
 */
export function createListener(parts: Parts) {
  const { handler, isReady, requestsMax, isLate, onceHeard, files, kept, origin, trustedProxies } = parts;
  const { begin, end, watch } = createSeen(parts);
  /** The requests that are not answered from the cache. */
  const requests = new WeakMap<ServerResponse, Seen>();
  const named = (route: string) =>
    createMiddleware<Env>(async (c, next) => {
      const seen = requests.get(c.env.outgoing);
      if (seen) seen.route = route;
      await next();
    });
  const answers = new Hono<Env>();
  answers.use("/scenes/*", openReading);
  answers.use(forFiles(origin));
  answers.get("/healthz", named("/healthz"), (c) => c.text("alive\n", 200, unstored));
  answers.get("/readyz", named("/readyz"), async (c) =>
    (await isReady()) ? c.text("ready\n", 200, unstored) : c.text("not ready\n", 503, unstored),
  );
  if (files !== null) {
    const paths = pathsIn(files);
    // The files' names contain a hash of their contents.
    answers.use("/assets/*", named("/assets/*"), filesIn(files, paths, "public, max-age=31536000, immutable"));
    answers.use(named("(a file)"), filesIn(files, paths, "public, max-age=3600"));
    answers.use(compress());
  }
  let underWay = 0;
  answers.all("*", async (c) => {
    const { incoming, outgoing } = c.env;
    const seen = requests.get(outgoing) ?? begin(incoming);
    seen.route = "(too many)";
    if (underWay >= requestsMax || (isLate() && isPublicRead(incoming))) return tooMany(c, seen.id);
    underWay++;
    outgoing.once("close", () => underWay--);
    const fetch = (gone: AbortSignal) =>
      onceHeard(() => handler.fetch(c.req.raw, { address: addressOf(incoming), gone, seen }));
    const answer = kept
      ? await kept.answer({ incoming, outgoing, seen }, fetch)
      : await fetch(audienceOf(outgoing).gone);
    return answer ? withLength(answer, incoming) : RESPONSE_ALREADY_SENT;
  });
  // Our own code reads the rest of a body: see closeAfterEarlyAnswer. Load balancers request /readyz by HTTP/1.0,
  // without a host.
  const answer = getRequestListener(answers.fetch, { autoCleanupIncoming: false, hostname: "localhost" });
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method, url = "" } = incoming;
    const spelled = oneSpelling(url);
    incoming.url = spelled;
    const seen = begin(incoming);
    if (isElsewhere(method, url, spelled)) {
      watch(seen, incoming, outgoing);
      seen.route = "(another spelling)";
      return void outgoing.writeHead(308, { Location: spelled, "Content-Length": 0, ...unstored }).end();
    }
    if (kept?.send({ incoming, outgoing, seen })) return end(seen, incoming, outgoing);
    watch(seen, incoming, outgoing);
    requests.set(outgoing, seen);
    if (!asksForStream(incoming)) {
      return closeAfterEarlyAnswer(incoming, outgoing, () => void answer(incoming, outgoing));
    }
    const fetch = (request: Request) => handler.fetch(request, { address: addressOf(incoming), seen });
    // This may be an invalid host, for example, with which a Request cannot be created.
    answerWithStream(incoming, outgoing, fetch).catch(() => outgoing.destroy());
  };

  function addressOf({ socket, headers }: IncomingMessage) {
    const forwardedFor = [headers["x-forwarded-for"]].flat().join(",");
    return clientAddress(socket.remoteAddress ?? "", forwardedFor, trustedProxies);
  }
}

/**
 * Adds the length to an API answer, so that short ones are not compressed: compressing one line takes a tenth of the
 * whole call's time.
 */
async function withLength(answer: Response, { method }: IncomingMessage): Promise<Response> {
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
  const isMeasured = answer.headers.has("content-length") || answer.headers.has("content-encoding");
  if (!isJson || isMeasured || method === "HEAD") return answer;
  const bytes = await bytesOf(answer);
  const { status } = answer;
  const headers = new Headers(answer.headers);
  headers.set("content-length", String(bytes.length));
  return answerOf(bytes, { status, headers });
}

/**
 * The headers of files and of the calls for monitoring; the handler has its own. A file opened as a page may run
 * nothing; only the gate's worker runs, and may fetch from this site.
 */
function forFiles(origin: string | null) {
  const nothing = { defaultSrc: ["'none'"], styleSrc: ["'unsafe-inline'"], frameAncestors: ["'none'"] };
  const withPolicy = (contentSecurityPolicy: Record<string, string[]>) =>
    secureHeaders({
      contentSecurityPolicy,
      referrerPolicy: "strict-origin-when-cross-origin",
      crossOriginOpenerPolicy: "same-origin-allow-popups",
      strictTransportSecurity: transportSecurity(origin),
    });
  const [headers, headersOfWorker] = [withPolicy(nothing), withPolicy({ ...nothing, connectSrc: ["'self'"] })];
  return createMiddleware(async (c, next) => {
    await next();
    const isOfHandler = c.res === RESPONSE_ALREADY_SENT || c.res.headers.has("Content-Security-Policy");
    if (!isOfHandler) await (c.req.path === gateWorker ? headersOfWorker : headers)(c, async () => {});
  });
}

const unstored = { "cache-control": "no-store" };

/**
 * Returns the paths of the build's files, read once, because checking the disk for every page and call would cost time.
 */
const pathsIn = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).replaceAll(sep, "/")}`),
  );

function filesIn(folder: string, paths: ReadonlySet<string>, caching: string) {
  const files = serveStatic({
    root: folder,
    precompressed: true,
    onFound: (path, c) => {
      const { size, mtimeMs } = statSync(path);
      c.header("ETag", `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`);
      c.header("Cache-Control", caching);
    },
  });
  return createMiddleware(async (c, next) => {
    const answer = paths.has(c.req.path) ? await files(c, next) : await next();
    // If there is no such file, the next handler has answered.
    if (!(answer instanceof Response)) return;
    if (answer.headers.get("etag") !== c.req.header("if-none-match")) return answer;
    // The caller's copy is up to date.
    await answer.body?.cancel();
    answer.headers.delete("content-length");
    return new Response(null, { status: 304, headers: answer.headers });
  });
}

/**
 * True for reads by visitors. Members' requests, and those about sessions, are still accepted, because they would
 * interrupt a member's work.
 */
const isPublicRead = ({ method = "", url = "", headers }: IncomingMessage) =>
  ["GET", "HEAD"].includes(method) && headers.authorization === undefined && !url.startsWith("/api/auth/");

/** Refuses at once, because a caller at the end of a long queue would have left before the answer. */
function tooMany(c: Context, id: string): Response {
  const refusal = refusalOf(new Failure("unavailable", [], tryAgainAfter), id);
  c.header("Retry-After", String(tryAgainAfter));
  return c.req.path.startsWith("/api/") ? c.json(refusal, 503, unstored) : c.text(refusal.message, 503, unstored);
}
