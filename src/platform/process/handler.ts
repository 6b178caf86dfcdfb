import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { type SecureHeadersVariables, secureHeaders } from "hono/secure-headers";
import { createRequestHandler, RouterContextProvider } from "react-router";

import { createApi } from "#api/index.ts";
import { callOf } from "#api/refuse.ts";
import {
  credentialSigner,
  fetchesEvents,
  firebaseOf,
  isHostHere,
  logOf,
  mapOf,
  nonce,
  offersGoogle,
  originOf,
  siteTextsOf,
  pictures as pictureMaker,
  requestId,
  sender,
  showsOnly,
  tellsPage,
  tellsRefusal,
  visitor,
} from "#app/context.ts";
import { isForEverybody } from "#app/public-pages.ts";
import type { Announce } from "#domain/context.ts";
import type { Database } from "#db/schema.server.ts";
import type { Failure } from "#domain/failure.ts";
import type { AuthProvider, StandIn } from "#domain/identity.ts";
import type {
  CredentialSigner,
  EventImporter,
  FirebaseProject,
  AttemptsLeft,
  LimitAttempts,
  LinkSigner,
  Log,
  MapTiles,
  PictureMaker,
  WatchNumbers,
  SiteTexts,
} from "#domain/ports.ts";
import { type Refusal, refusalOf } from "#domain/refusal.ts";
import { hostGate } from "./host-gate.ts";
import { withHashes } from "./hashed-page.ts";
import { answerOf } from "./known-bytes.ts";
import { publicCaching, topicsHeader } from "./kept-answers.ts";
import { newNonce } from "./new-nonce.ts";
import { openReading } from "./open-reading.ts";
import { ownForm } from "./own-form.ts";
import { createPageRoutes } from "./page-routes.ts";
import { transportSecurity } from "./transport-security.ts";

/**
 * The handler's dependencies: `origin` is our public address, if known; `addressOf` returns the beginning of links in
 * the answer to a request's URL.
 */
type Outside = {
  db: Database;
  /** Returns the same database for public reads, until the caller disconnects. */
  readsFor: (gone?: AbortSignal) => Database;
  auth: AuthProvider;
  links: LinkSigner;
  pictures: PictureMaker;
  importer: EventImporter;
  /** Signs the credentials that volunteers show to others. */
  signer: CredentialSigner;
  firebase: FirebaseProject | null;
  /** Our registration at the stand-in for Google, if there is one. */
  standIn: StandIn | null;
  limitAttempts: LimitAttempts;
  attemptsLeft: AttemptsLeft;
  announce: Announce;
  /** True if mail is sent. */
  sendsMail: boolean;
  /** The hosts' addresses. */
  hosts: ReadonlySet<string>;
  /** True if a member's first event waits for a host's approval. */
  looksFirst: boolean;
  /** The source of map pictures, and the credit line. */
  map: MapTiles;
  /** The hosts' own texts. */
  texts: SiteTexts;
  /** Tells whether this process can do its work, as shown at `/readyz`. */
  isReady: () => Promise<boolean>;
  watchNumbers: WatchNumbers;
  log: Log;
  /** The shared clock. */
  now: () => Date;
  origin: string | null;
  addressOf: (url: string) => string;
  production: boolean;
};

type HandlerEnv = {
  Bindings: { address: string; gone?: AbortSignal; seen?: { readonly id: string; route: string } };
  Variables: SecureHeadersVariables;
};

/** The file is linked into place when complete, and never replaces that of another process which was faster. */
export function createHandler({ firebase, production, ...outside }: Outside) {
  const { readsFor, auth, pictures, announce, sendsMail, hosts, now, origin, addressOf, log } = outside;
  const handler = new Hono<HandlerEnv>();
  if (production) handler.use(hashed);
  handler.use(openReading);
  handler.use(headers({ production, firebase, origin }));
  handler.use("/api/*", async (c, next) => {
    if (c.env.seen) c.env.seen.route = callOf(c);
    await next();
  });
  handler.route("/api", createApi(outside));

  const pages = pageHandler(production);
  const atGate = hostGate({ auth, hosts, sendsMail, origin });
  handler.all("*", async (c) => {
    const { answer: answerPage, routeOf } = await pages;
    const { seen } = c.env;
    if (seen) seen.route = routeOf(c.req.path);
    const context = new RouterContextProvider();
    let topics: string[] = [];
    context.set(showsOnly, (...named) => (topics = named));
    let page: Buffer<ArrayBuffer> | undefined;
    context.set(tellsPage, (told) => (page = told));
    let refused: Failure | undefined;
    context.set(tellsRefusal, (failure) => (refused = failure));
    const address = addressOf(c.req.url);
    context.set(visitor, {
      db: readsFor(c.env.gone),
      actor: { kind: "visitor" },
      now: now(),
      announce,
      sendsMail,
      address,
      hosts,
      provedAt: null,
    });
    context.set(sender, { db: outside.db, limitAttempts: outside.limitAttempts, from: c.env.address });
    context.set(nonce, c.get("secureHeadersNonce") ?? "");
    context.set(pictureMaker, pictures);
    context.set(credentialSigner, outside.signer);
    context.set(firebaseOf, firebase);
    context.set(fetchesEvents, outside.importer.fetchText !== null);
    context.set(mapOf, outside.map);
    context.set(siteTextsOf, outside.texts);
    context.set(offersGoogle, auth.offersGoogle);
    context.set(originOf, address);
    context.set(requestId, seen?.id ?? "");
    context.set(logOf, log);
    const own = ownForm(c.req.raw, origin);
    if (own instanceof Response) return own;
    const { isHost, request } = await atGate(own, c.env.address);
    context.set(isHostHere, isHost);
    const loaded = await answerPage(request, context);
    const rendered = withRefusal(
      loaded,
      c.req.method,
      refused ? refusalOf(refused, seen?.id) : { requestId: seen?.id },
    );
    const answer = page === undefined ? rendered : answerOf(page, rendered);
    if (typeof refused?.retryAfter === "number") answer.headers.set("Retry-After", String(refused.retryAfter));
    const isPublic = answer.status === 200 && isForEverybody(c.req.path);
    if (!answer.headers.has("Cache-Control"))
      answer.headers.set("Cache-Control", isPublic ? publicCaching : "private, no-cache");
    if (topics.length > 0) answer.headers.set(topicsHeader, topics.join(" "));
    return answer;
  });
  return handler;
}

const hashed = createMiddleware<HandlerEnv>(async (c, next) => {
  await next();
  if (/^\/api(?:\/|$)/.test(c.req.path)) return;
  const page = await withHashes(c.res, c.get("secureHeadersNonce") ?? "");
  // Otherwise Hono would overwrite these headers with the previous answer's.
  c.res = undefined;
  c.res = page;
});

// In development this is a function, so that edited screens appear. In production it is the build itself: given a
// function, React Router would import the build and derive all routes again for each request.
async function pageHandler(production: boolean) {
  if (!production) return { answer: createRequestHandler(load, "development"), routeOf: (path: string) => path };
  const build = await load();
  return { answer: createRequestHandler(build, "production"), routeOf: createPageRoutes(build.routes) };
}

const load = () => import("virtual:react-router/server-build");

/**
 * Replaces React Router's answer when a page's data cannot be loaded: it holds the refusal and the request's id for the
 * error page (`site/error-page.tsx`). Without its own header, React Router passes the body on unchanged. Answers to
 * forms stay as they are.
 */
function withRefusal(answer: Response, method: string, told: Partial<Refusal>): Response {
  if (answer.status < 400 || !answer.headers.has("X-Remix-Response") || method !== "GET") return answer;
  const headers = new Headers(answer.headers);
  for (const name of ["X-Remix-Response", "Content-Length"]) headers.delete(name);
  headers.set("Content-Type", "application/json");
  void answer.body?.cancel();
  return new Response(JSON.stringify(told), { status: answer.status, headers });
}

const forNobody = `accelerometer autoplay browsingTopics displayCapture encryptedMedia fullscreen
  gamepad gyroscope hid idleDetection localFonts magnetometer microphone midi payment pictureInPicture screenWakeLock serial usb
  xrSpatialTracking`.split(/\s+/);

/**
 * The browser features that our pages may use: the reader's position, the camera for QR codes, and passkeys. All others
 * are forbidden.
 */
const permissionsPolicy = {
  ...Object.fromEntries(forNobody.map((feature) => [feature, []])),
  geolocation: ["self"],
  camera: ["self"],
  publickeyCredentialsGet: ["self"],
  publickeyCredentialsCreate: ["self"],
};

/** Returns the nonce that the policies of one answer allow. */
function byNonce(c: Context): string {
  const its: string = c.get("secureHeadersNonce") ?? newNonce();
  c.set("secureHeadersNonce", its);
  return `'nonce-${its}'`;
}

type About = Pick<Outside, "production" | "firebase" | "origin">;

const headers = ({ production, firebase, origin }: About) => {
  const { script, connect, frame } = sourcesOf(firebase);
  return secureHeaders({
    // A page may have stricter policies of its own.
    overwrite: false,
    // The default, no-referrer, makes browsers send `Origin: null` with a form that is posted without script.
    referrerPolicy: "strict-origin-when-cross-origin",
    crossOriginOpenerPolicy: "same-origin-allow-popups",
    // The header lasts a year, and leaves out subdomains, which may belong to other people.
    strictTransportSecurity: transportSecurity(origin),
    permissionsPolicy,
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", byNonce, ...script],
      // In development Vite puts <style> elements into the page.
      styleSrc: production ? ["'self'", byNonce] : ["'self'", "'unsafe-inline'"],
      // For widths and positions of progress bars and transitions; an attribute cannot inject a rule.
      styleSrcAttr: ["'unsafe-inline'"],
      // Pictures of events and people may be on any site.
      imgSrc: ["'self'", "data:", "https:", "http:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...(production ? [] : ["ws:"]), ...connect],
      frameSrc: ["'self'", ...frame],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  });
};

/**
 * Returns the sources that Firebase's pages need: its calls, and the script and frame through which Google's window
 * reports its result.
 */
function sourcesOf(firebase: FirebaseProject | null) {
  if (!firebase) return { script: [], connect: [], frame: [] };
  const { authDomain, emulator } = firebase;
  if (emulator)
    return { script: ["https://apis.google.com"], connect: [`http://${emulator}`], frame: [`http://${emulator}`] };
  return {
    script: ["https://apis.google.com"],
    connect: ["https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com"],
    frame: [`https://${authDomain}`],
  };
}
