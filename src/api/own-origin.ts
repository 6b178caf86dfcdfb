import { Failure } from "#domain/failure.ts";

/**
 * Refuses a request that another site's page sent with our visitor's cookies. Browsers send an origin with every POST;
 * a program without one has no visitor's cookies to misuse.
 * @param origin our public address, or null to compare with the host of the request
 * @throws Failure untrusted_origin
 */
export function requireOwnOrigin(request: Request, origin: string | null): void {
  const from = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site") ?? "none";
  const own = (site === "same-origin" || site === "none") && (from === null || isOwn(from, request, origin));
  if (!own) throw new Failure("untrusted_origin");
}

// Compares hosts if our address is not configured: behind a proxy with TLS, the schemes differ.
const isOwn = (from: string, request: Request, origin: string | null): boolean =>
  origin === null ? hostOf(from) === new URL(request.url).host : from === origin;

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : null);
