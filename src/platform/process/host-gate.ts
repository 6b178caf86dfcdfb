import { callerOf } from "#api/caller.ts";
import type { AuthProvider } from "#domain/identity.ts";

type Parts = { auth: AuthProvider; hosts: ReadonlySet<string>; sendsMail: boolean; origin: string | null };

/** The decision about a page: whether the caller is a host, and the request to answer. */
type Let = { isHost: boolean; request: Request };

/** An address that no page will ever have. */
const nowhere = "/-";

/**
 * Lets hosts, identified by their session's cookie, to the pages below `/host`. All others get exactly the answer for
 * an unknown address, also for mere page data, which browsers request when navigating. Any difference in scripts or
 * routes would reveal that the page exists.
 */
export const hostGate =
  ({ auth, hosts, sendsMail, origin }: Parts) =>
  async (request: Request, address: string): Promise<Let> => {
    const url = new URL(request.url);
    const [data = ""] = /(?:\/_)?\.data$/.exec(url.pathname) ?? [];
    if (!isForHosts(url.pathname.slice(0, url.pathname.length - data.length))) return { isHost: false, request };
    const caller = callerOf(request, address, origin);
    const hasSession = sendsMail && hosts.size > 0 && caller.cookie.includes("session_token");
    // Without a database a caller cannot be identified.
    const user = hasSession ? (await auth.sessions.read(caller).catch(() => ({ user: null }))).user : null;
    const isHost = user !== null && user.emailVerified && hosts.has(user.email);
    if (isHost) return { isHost, request };
    url.pathname = nowhere + data;
    return { isHost, request: new Request(url, request) };
  };

/**
 * True if a page's address is `/host` or below it, as the router reads it: in any case, and with percent-encoded
 * letters.
 */
function isForHosts(page: string): boolean {
  const [, first = ""] = page.split("/");
  try {
    return decodeURIComponent(first).toLowerCase() === "host";
  } catch {
    return false;
  }
}
