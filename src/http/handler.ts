import { Hono } from "hono";
import { type SecureHeadersVariables, NONCE, secureHeaders } from "hono/secure-headers";
import { createRequestHandler, RouterContextProvider } from "react-router";

import { createApi } from "#api/index.ts";
import { firebaseOf, nonce, offersGoogle, originOf, pictures as pictureMaker, visitor } from "#app/context.ts";
import type { Announce } from "#domain/context.ts";
import type { Database } from "#db/schema.server.ts";
import type { AuthProvider, StandIn } from "#domain/identity.ts";
import type { FirebaseProject, LimitAttempts, LinkSigner, PictureMaker, WatchNumbers } from "#domain/ports.ts";

/** The handler's needs from outside: `origin` is our public address, null when the request's own is to be believed. */
type Outside = {
  db: Database;
  auth: AuthProvider;
  links: LinkSigner;
  pictures: PictureMaker;
  firebase: FirebaseProject | null;
  /** How the stand-in for Google knows us, where there is one. */
  standIn: StandIn | null;
  limitAttempts: LimitAttempts;
  announce: Announce;
  watchNumbers: WatchNumbers;
  origin: string | null;
  production: boolean;
};

type HandlerEnv = { Bindings: { address: string }; Variables: SecureHeadersVariables };

/**
 * The whole site as one function from Request to Response: programs at `/api`, people everywhere else.
 * The build bundles it, so that a page's code and its loaders share one copy of everything.
 * `env.address` is the caller's network address.
 */
export function createHandler({ firebase, origin, production, ...outside }: Outside) {
  const { db, auth, pictures, announce } = outside;
  const handler = new Hono<HandlerEnv>();
  handler.use(headers(production, firebase));
  handler.route("/api", createApi({ ...outside, origin }));

  const pages = pageHandler(production);
  handler.all("*", async (c) => {
    const context = new RouterContextProvider();
    context.set(visitor, { db, actor: { kind: "visitor" }, now: new Date(), announce });
    context.set(nonce, c.get("secureHeadersNonce") ?? "");
    context.set(pictureMaker, pictures);
    context.set(firebaseOf, firebase);
    context.set(offersGoogle, auth.offersGoogle);
    context.set(originOf, origin ?? new URL(c.req.url).origin);
    return (await pages)(c.req.raw, context);
  });
  return handler;
}

// In development a function, so that edited screens are seen. In production the build itself: given a function,
// React Router would resolve the import and derive every route again for each request.
const pageHandler = async (production: boolean) =>
  production
    ? createRequestHandler(await import("virtual:react-router/server-build"), "production")
    : createRequestHandler(() => import("virtual:react-router/server-build"), "development");

const headers = (production: boolean, firebase: FirebaseProject | null) => {
  const { script, connect, frame } = sourcesOf(firebase);
  return secureHeaders({
    // A page may bring stricter ones of its own.
    overwrite: false,
    // The default, no-referrer, makes browsers send `Origin: null` with a form that is posted without script.
    referrerPolicy: "strict-origin-when-cross-origin",
    crossOriginOpenerPolicy: "same-origin-allow-popups",
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", NONCE, ...script],
      // In development Vite puts <style> elements into the page.
      styleSrc: production ? ["'self'", NONCE] : ["'self'", "'unsafe-inline'"],
      // Widths and positions of progress bars and transitions; no rule can be smuggled in through an attribute.
      styleSrcAttr: ["'unsafe-inline'"],
      // Pictures of events and people come from wherever their owners keep them.
      imgSrc: ["'self'", "data:", "https:", "http:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...(production ? [] : ["ws:"]), ...connect],
      frameSrc: ["'self'", ...frame],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  });
};

/**
 * The addresses that Firebase's pages need: its calls, and the script and frame by which Google's window tells how it
 * ended.
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
