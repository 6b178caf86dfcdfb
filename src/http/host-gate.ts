import { callerOf } from "#api/caller.ts";
import type { AuthProvider } from "#domain/identity.ts";

type Parts = { auth: AuthProvider; hosts: ReadonlySet<string>; sendsMail: boolean; origin: string | null };

/** What somebody may see of a page: whether they are host, and the request that is answered. */
type Let = { isHost: boolean; request: Request };

/** An address that no page will ever have. */
const nowhere = "/-";

/**
 * Lets hosts, by their session's cookie, to the pages below `/host`. Everybody else is answered what they would be at an address
 * that there is not, to the letter: a page of an address that is known would name other scripts. (The data alone, which the
 * browser asks for when it goes from page to page, is the 404 of the page's own loader.)
 */
export const hostGate =
  ({ auth, hosts, sendsMail, origin }: Parts) =>
  async (request: Request, address: string): Promise<Let> => {
    const url = new URL(request.url);
    const page = url.pathname.replace(/(?:\/_)?\.data$/, "");
    if (!/^\/host(?:\/|$)/.test(page)) return { isHost: false, request };
    const caller = callerOf(request, address, origin);
    const hasSession = sendsMail && hosts.size > 0 && caller.cookie.includes("session_token");
    // Without a database nobody can be told from anybody.
    const user = hasSession ? (await auth.sessions.read(caller).catch(() => ({ user: null }))).user : null;
    const isHost = user !== null && user.emailVerified && hosts.has(user.email);
    if (isHost || page !== url.pathname) return { isHost, request };
    return { isHost, request: new Request(new URL(nowhere, url), request) };
  };
