import type { Address } from "../addresses.ts";

const here = "http://goodturn.invalid";

/**
 * The address after logging in: the requested one, if it is on this site, or home (specification 2 'Routes'). It
 * rejects whatever a browser could read as another site's address: `//evil.example`, `/\evil.example`, a tab or a
 * newline in between, or dots that resolve to two slashes.
 * @returns an address that begins with exactly one slash
 */
export function returnAddress(from: unknown): Address {
  if (typeof from !== "string" || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(from)) return "/";
  const url = URL.parse(from, here);
  // The browser has resolved the path: '/./' and '/%2e%2e/' are gone by now.
  if (url?.origin !== here || url.pathname.startsWith("//")) return "/";
  // The reader came from this address, so it is one of our routes.
  return (url.pathname + url.search + url.hash) as Address;
}

/**
 * The state of a link to `/login`: the address to return to. `pushed` says that this step added an entry to the
 * history, so that address is the entry before.
 */
export const cameFrom = (from: string) => ({ from, pushed: true });
