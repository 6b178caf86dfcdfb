import type { User as ApiUser } from "#domain/members/shapes.ts";

import { post } from "./auth-call.ts";
import type { AuthClient, SessionListener, SessionUser } from "./auth-client.ts";
import { succeeded } from "./refusal.ts";

/** Specification 9: refresh begins 5 minutes before a token expires (milliseconds). */
const refreshAhead = 5 * 60_000;

/** The part that all providers share in the browser: our own session and its listeners. */
export type OwnSession = Pick<AuthClient, "onSession" | "updateProfile" | "refresh" | "token" | "tokenRefused"> & {
  /** Makes a call below `/api/auth` that logs a person in. It does not notify listeners yet. @throws Refusal */
  enter(call: string, body: object): Promise<SessionUser>;
  /** Reads the session, and notifies every listener in this tab. @throws Refusal */
  restore(): Promise<SessionUser | null>;
  /** Notifies every listener, also in other tabs, who is logged in now. */
  settle<User extends SessionUser | null>(next: User): User;
  /** Ends the session. @throws Refusal */
  end(): Promise<void>;
};

/**
 * Our own session, whichever provider has identified the person. An http-only cookie holds it, and is exchanged for the
 * short-lived token that the product's calls carry. The token stays in memory, where no other page can read it.
 * @param revive begins another session if ours has ended and the provider still knows the person; null if it does not
 */
export function createOwnSession(revive = async (): Promise<SessionUser | null> => null): OwnSession {
  const listeners = new Set<SessionListener>();
  const otherTabs = new BroadcastChannel("goodturn.session");
  let user: SessionUser | null | undefined;
  let token: Promise<{ text: string; renewAt: number } | null> | undefined;

  const settleHere = <User extends SessionUser | null>(next: User, elsewhere = false): User => {
    user = next;
    token = undefined;
    for (const listener of listeners) listener(next, elsewhere);
    return next;
  };
  const settle = <User extends SessionUser | null>(next: User): User => {
    otherTabs.postMessage("changed");
    return settleHere(next);
  };
  const restore = async (elsewhere = false) => {
    const answer = await succeeded(fetch("/api/auth/get-session"));
    const session = (await answer.json()) as { user: ApiUser } | null;
    return settleHere(session ? asSessionUser(session.user) : await revive(), elsewhere);
  };
  // If the server cannot be reached, the reader counts as a visitor: public pages work on, and logging in reports the
  // problem.
  const restoreOrVisitor = (elsewhere = false) => restore(elsewhere).catch(() => settleHere(user ?? null));
  const freshToken = async () => {
    token = fetchToken();
    return token.catch((error: unknown) => {
      token = undefined;
      throw error;
    });
  };

  otherTabs.addEventListener("message", () => void restoreOrVisitor(true));

  return {
    onSession(listener) {
      listeners.add(listener);
      if (user === undefined) void restoreOrVisitor();
      else listener(user, false);
      return () => listeners.delete(listener);
    },
    async token() {
      if (user === null) return null;
      const held = await token;
      if (held && held.renewAt > Date.now()) return held.text;
      const fresh = await freshToken();
      if (fresh || !user) return fresh?.text ?? null;
      // The session has ended, elsewhere or by its age, so notify every listener.
      return settle(await revive()) && ((await freshToken())?.text ?? null);
    },
    tokenRefused() {
      if (user) void restoreOrVisitor(true);
    },
    async enter(call, body) {
      const answer = await post(call, body);
      return asSessionUser(((await answer.json()) as { user: ApiUser }).user);
    },
    restore: () => restore(),
    settle,
    async updateProfile({ displayName, photoURL }) {
      await post("update-user", { name: displayName, image: photoURL });
      if (!user) throw new Error("the profile of a visitor cannot have been updated");
      return settle({ ...user, displayName, photoURL });
    },
    async refresh() {
      await restore();
      otherTabs.postMessage("changed");
    },
    async end() {
      await post("sign-out", {});
      settle(null);
    },
  };
}

async function fetchToken() {
  const response = await fetch("/api/auth/token").catch(() => null);
  if (response?.status === 401) return null;
  const answer = await succeeded(response ? Promise.resolve(response) : Promise.reject(new Error("unreachable")));
  const { token } = (await answer.json()) as { token: string };
  const { exp } = JSON.parse(atob(token.split(".")[1]!.replace(/-/g, "+").replace(/_/g, "/"))) as { exp: number };
  return { text: token, renewAt: exp * 1000 - refreshAhead };
}

const asSessionUser = ({ id, email, emailVerified, name, image, isHost }: ApiUser): SessionUser => ({
  id,
  email,
  emailVerified,
  displayName: name,
  photoURL: image || null,
  isHost,
});
