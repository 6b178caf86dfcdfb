import type { Caller } from "#domain/identity.ts";

/** The name of the session's cookie after its prefix. Better Auth sets it: the session's secret, a dot, a signature. */
const sessionCookie = "session_token";

/** True if browsers reach us by https only. */
export const isSecure = (origin: string | null): boolean => origin?.startsWith("https:") ?? false;

/** The prefix of our cookies' names. With `__Host-`, browsers let no neighbor below our domain plant a cookie on us. */
export const cookiePrefix = (origin: string | null): string => (isSecure(origin) ? "__Host-goodturn" : "goodturn");

/** Returns the value of a cookie that a caller has sent; null if there is none. */
export function cookieIn({ cookie: sent }: Caller, name: string): string | null {
  const cookies = sent.split(";").map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

/**
 * True if cookies begin a session different from the one that a caller brought along. Logging in never continues an
 * existing session, which an attacker could have planted; that one must be ended.
 */
export function replacesSession(caller: Caller, cookies: string[], origin: string | null): boolean {
  const name = `${cookiePrefix(origin)}.${sessionCookie}`;
  const before = cookieIn(caller, name);
  const set = cookies.find((cookie) => cookie.startsWith(`${name}=`));
  const after = set?.slice(name.length + 1).split(";")[0];
  return Boolean(before && after) && before !== after;
}
