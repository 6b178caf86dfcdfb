import { createMiddleware } from "hono/factory";

/**
 * What pages of other sites may read by script: events, communities, feeds, pictures, oEmbed and the keys of credentials. All of it is the same for everybody.
 */
const openAddresses = [
  /^\/api\/(?:events|view-event\/[^/]+|events\/[^/]+\/calendar\.ics|community|oembed)$/,
  /^\/api\/feeds\/events\.(?:ics|rss|atom|json)$/,
  /^\/(?:pictures|avatars|scenes)\/[^/]+$/,
  /^\/view-event\/[^/]+\/(?:picture\.png|qr\.svg)$/,
  // Whoever checks a credential needs the keys that it was signed with.
  /^\/\.well-known\/(?:issuer\.json|jwks\.json|keys\/[\w-]+)$/,
];

/** The page that other sites may show in a frame; all others say that nobody may. */
const framed = "/embed";

/** How long a browser may remember what it was told before it asked, in seconds. */
const rememberedFor = 86_400;

/**
 * Opens these addresses to pages of other sites, for reading and without credentials: what comes with a token is not opened, and browsers
 * send no cookie where every origin is allowed.
 */
export const openReading = createMiddleware(async (c, next) => {
  const { path, method } = c.req;
  const isOpen = openAddresses.some((address) => address.test(path));
  if (isOpen && method === "OPTIONS") return c.body(null, 204, beforeAsking);
  await next();
  // Older browsers go by this header, which knows no exceptions.
  if (path === framed) c.res.headers.delete("X-Frame-Options");
  if (!isOpen || !["GET", "HEAD"].includes(method) || c.req.header("Authorization") !== undefined) return;
  for (const [name, value] of Object.entries(opened)) c.res.headers.set(name, value);
});

const opened = {
  "Access-Control-Allow-Origin": "*",
  // Where a list's next page is, and what to ask with whether it is still the same.
  "Access-Control-Expose-Headers": "ETag, Link, X-Total-Count, X-Total-Count-Exact",
  // Pictures are shown by pages that read nothing.
  "Cross-Origin-Resource-Policy": "cross-origin",
};

const beforeAsking = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers": "If-None-Match",
  "Access-Control-Max-Age": String(rememberedFor),
};
