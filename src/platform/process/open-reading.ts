import { createMiddleware } from "hono/factory";

/**
 * The addresses that pages of other sites may read by script: events, communities, feeds, pictures, oEmbed and the keys
 * of credentials. All of them are the same for everybody.
 */
const openAddresses = [
  /^\/api\/(?:events|view-event\/[^/]+|(?:events|series)\/[^/]+\/calendar\.ics|community|oembed)$/,
  /^\/api\/feeds\/events\.(?:ics|rss|atom|json)$/,
  /^\/(?:pictures|avatars|scenes)\/[^/]+$/,
  /^\/view-event\/[^/]+\/(?:picture\.png|qr\.svg)$/,
  // A verifier of a credential needs the keys that signed it.
  /^\/\.well-known\/(?:issuer\.json|jwks\.json|keys\/[\w-]+)$/,
];

/** The page that other sites may show in a frame; all others forbid it. */
const framed = "/embed";

/** The time for which a browser may remember a preflight answer, in seconds. */
const rememberedFor = 86_400;

/**
 * Opens these addresses to pages of other sites, for reading without credentials: calls with a token are not opened,
 * and browsers send no cookies if every origin is allowed.
 */
export const openReading = createMiddleware(async (c, next) => {
  const { path, method } = c.req;
  const isOpen = openAddresses.some((address) => address.test(path));
  if (isOpen && method === "OPTIONS") return c.body(null, 204, beforeAsking);
  await next();
  // Older browsers use this header, which allows no exceptions.
  if (path === framed) c.res.headers.delete("X-Frame-Options");
  if (!isOpen || !["GET", "HEAD"].includes(method) || c.req.header("Authorization") !== undefined) return;
  for (const [name, value] of Object.entries(opened)) c.res.headers.set(name, value);
});

const opened = {
  "Access-Control-Allow-Origin": "*",
  // The address of a list's next page, its totals, and the ETag for revalidation.
  "Access-Control-Expose-Headers": "ETag, Link, X-Total-Count, X-Total-Count-Exact",
  // Pages can show pictures without reading them.
  "Cross-Origin-Resource-Policy": "cross-origin",
};

const beforeAsking = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers": "If-None-Match",
  "Access-Control-Max-Age": String(rememberedFor),
};
