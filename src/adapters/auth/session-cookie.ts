import type { Caller } from "#domain/identity.ts";

/** The name of the session's cookie after its prefix. Better Auth makes it: the session's secret, a dot, a signature. */
const sessionCookie = "session_token";

/** True where browsers reach us by https only. */
export const isSecure = (origin: string | null): boolean => origin?.startsWith("https:") ?? false;

/** What the names of our cookies begin with. Of `__Host-`, browsers let no neighbor below our domain plant one on us. */
export const cookiePrefix = (origin: string | null): string => (isSecure(origin) ? "__Host-goodturn" : "goodturn");

/** The value of a cookie that a caller has sent; null when there is none. */
export function cookieIn({ cookie: sent }: Caller, name: string): string | null {
  const cookies = sent.split(";").map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

/**
 * True when cookies begin another session than the one that a caller brought along. Logging in never takes up a session
 * that was there before, which somebody else could have planted; that one is to be ended.
 */
export function replacesSession(caller: Caller, cookies: string[], origin: string | null): boolean {
  const name = `${cookiePrefix(origin)}.${sessionCookie}`;
  const before = cookieIn(caller, name);
  const set = cookies.find((cookie) => cookie.startsWith(`${name}=`));
  const after = set?.slice(name.length + 1).split(";")[0];
  return Boolean(before && after) && before !== after;
}
