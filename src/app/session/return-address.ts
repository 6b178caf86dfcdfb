import type { Address } from "../addresses.ts";

const here = "http://goodturn.invalid";

/**
 * Where to go after logging in: back to what was asked for, within this site, or home (specification 2 'Routes').
 * Whatever a browser could take for another site's address is none: `//evil.example`, `/\evil.example`, a tab or a newline
 * in between, or dots that lead to two slashes. @returns an address that begins with exactly one slash
 */
export function returnAddress(from: unknown): Address {
  if (typeof from !== "string" || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(from)) return "/";
  const url = URL.parse(from, here);
  // As the browser resolves it: '/./' and '/%2e%2e/' are gone by now.
  if (url?.origin !== here || url.pathname.startsWith("//")) return "/";
  // Somebody came from there, so that it is one of ours.
  return (url.pathname + url.search + url.hash) as Address;
}

/**
 * What a link or a step to `/login` takes along: the address to come back to. Such a step adds an entry to the history, which
 * has the address in the one before.
 */
export const cameFrom = (from: string) => ({ from, pushed: true });
