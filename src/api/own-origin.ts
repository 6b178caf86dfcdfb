import { Failure } from "#domain/failure.ts";

/**
 * Refuses a request that another site's page has sent with our visitor's cookies. Browsers say with every POST where it
 * comes from; a program that says nothing has no cookies of anybody's to misuse.
 * @param origin our public address, or null to compare with the host that the request itself was sent to
 * @throws Failure untrusted_origin
 */
export function requireOwnOrigin(request: Request, origin: string | null): void {
  const from = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site") ?? "none";
  const own = (site === "same-origin" || site === "none") && (from === null || isOwn(from, request, origin));
  if (!own) throw new Failure("untrusted_origin");
}

// By host when nobody told us our address: behind a proxy that speaks TLS for us, the schemes differ.
const isOwn = (from: string, request: Request, origin: string | null): boolean =>
  origin === null ? hostOf(from) === new URL(request.url).host : from === origin;

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : null);
