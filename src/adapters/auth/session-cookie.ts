/** The name of the session's cookie after its prefix. Better Auth makes it: the session's secret, a dot, a signature. */
const sessionCookie = "session_token";

/** True where browsers reach us by https only. */
export const isSecure = (origin: string | null): boolean => origin?.startsWith("https:") ?? false;

/** What the names of our cookies begin with. Of `__Host-`, browsers let no neighbour below our domain plant one on us. */
export const cookiePrefix = (origin: string | null): string => (isSecure(origin) ? "__Host-goodturn" : "goodturn");

/** The value of a cookie in a request's `Cookie` header; null when there is none. */
export function cookieIn(request: Request, name: string): string | null {
  const cookies = (request.headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

/**
 * True when an answer begins another session than the one that its request brought along. Logging in never takes up a
 * session that was there before, which somebody else could have planted; that one is to be ended.
 */
export function replacesSession(request: Request, answer: Response, origin: string | null): boolean {
  const name = `${cookiePrefix(origin)}.${sessionCookie}`;
  const before = cookieIn(request, name);
  const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  const after = set?.slice(name.length + 1).split(";")[0];
  return Boolean(before && after) && before !== after;
}
