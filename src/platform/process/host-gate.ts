import { callerOf } from "#api/caller.ts";
import type { AuthProvider } from "#domain/identity.ts";

type Parts = { auth: AuthProvider; hosts: ReadonlySet<string>; sendsMail: boolean; origin: string | null };

/** What somebody may see of a page: whether they are host, and the request that is answered. */
type Let = { isHost: boolean; request: Request };

/** An address that no page will ever have. */
const nowhere = "/-";

/**
 * Lets hosts, by their session's cookie, to the pages below `/host`. Everybody else is answered what they would be at an address
 * that there is not, to the letter, also where they ask for the data of a page alone, which the browser does from page to page: an
 * address that is known would name other scripts, or its route.
 */
export const hostGate =
  ({ auth, hosts, sendsMail, origin }: Parts) =>
  async (request: Request, address: string): Promise<Let> => {
    const url = new URL(request.url);
    const [data = ""] = /(?:\/_)?\.data$/.exec(url.pathname) ?? [];
    if (!isForHosts(url.pathname.slice(0, url.pathname.length - data.length))) return { isHost: false, request };
    const caller = callerOf(request, address, origin);
    const hasSession = sendsMail && hosts.size > 0 && caller.cookie.includes("session_token");
    // Without a database nobody can be told from anybody.
    const user = hasSession ? (await auth.sessions.read(caller).catch(() => ({ user: null }))).user : null;
    const isHost = user !== null && user.emailVerified && hosts.has(user.email);
    if (isHost) return { isHost, request };
    url.pathname = nowhere + data;
    return { isHost, request: new Request(url, request) };
  };

/** Whether a page's address is `/host` or one below it, as the router reads it: in any case, and with letters in percent. */
function isForHosts(page: string): boolean {
  const [, first = ""] = page.split("/");
  try {
    return decodeURIComponent(first).toLowerCase() === "host";
  } catch {
    return false;
  }
}
