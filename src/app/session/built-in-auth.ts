import { say } from "#messages/frame.ts";

import type { AuthClient, SessionListener, SessionUser } from "./auth-client.ts";
import { post } from "./auth-call.ts";
import { Refusal, succeeded } from "./refusal.ts";

/** Specification 9: refresh begins 5 minutes before a token expires (milliseconds). */
const refreshAhead = 5 * 60_000;

type ProviderUser = { id: string; email: string; emailVerified: boolean; name: string; image?: string | null };

/**
 * The identity that is built into the server: an http-only cookie keeps the session, and is traded for the short-lived
 * token that the product's calls carry. The token lives in memory only, where no other page can read it.
 */
export function createBuiltInAuth(): AuthClient {
  const listeners = new Set<SessionListener>();
  const otherTabs = new BroadcastChannel("goodturn.session");
  let user: SessionUser | null | undefined;
  let token: Promise<{ text: string; renewAt: number } | null> | undefined;

  const settle = <User extends SessionUser | null>(next: User, elsewhere = false): User => {
    user = next;
    token = undefined;
    for (const listener of listeners) listener(next, elsewhere);
    return next;
  };
  const settleEverywhere = <User extends SessionUser | null>(next: User): User => {
    otherTabs.postMessage("changed");
    return settle(next);
  };
  const restore = async (elsewhere: boolean) => {
    const answer = await succeeded(fetch("/api/auth/get-session"));
    const session = (await answer.json()) as { user: ProviderUser } | null;
    return settle(session ? asSessionUser(session.user) : null, elsewhere);
  };
  // Who cannot be reached is taken for a visitor: public pages go on, and logging in says what is wrong.
  const restoreOrVisitor = (elsewhere = false) => restore(elsewhere).catch(() => settle(user ?? null));

  otherTabs.addEventListener("message", () => void restoreOrVisitor(true));

  return {
    onSession(listener) {
      listeners.add(listener);
      if (user === undefined) void restoreOrVisitor();
      else listener(user, false);
      return () => listeners.delete(listener);
    },
    async register({ name, photo, email, password }) {
      const answer = await post("sign-up/email", { name, image: photo, email, password }).catch(renameImage);
      return settleEverywhere(asSessionUser(((await answer.json()) as { user: ProviderUser }).user));
    },
    async logIn(email, password) {
      const answer = await post("sign-in/email", { email, password });
      return settleEverywhere(asSessionUser(((await answer.json()) as { user: ProviderUser }).user));
    },
    async logInWithGoogle() {
      // Specification 9: 500x600. Where there is such a window already, this is that.
      const popup = window.open("", "goodturn-google", "popup,width=500,height=600");
      const refused = await googlePopup(popup)
        .then(({ signInThrough }) => signInThrough(popup))
        .catch((error: unknown) => error);
      // The window's word may get lost, the session does not.
      const mayHaveWorked = refused === undefined || codeOf(refused) === "popup-closed-by-user";
      const found = mayHaveWorked
        ? await restore(false).catch((error: unknown) => Promise.reject(refused ?? error))
        : null;
      if (!found) throw refused ?? new Error("the session of a sign-in with Google is not there");
      return settleEverywhere(found);
    },
    async updateProfile({ displayName, photoURL }) {
      await post("update-user", { name: displayName, image: photoURL });
      if (!user) throw new Error("the profile of a visitor cannot have been updated");
      return settleEverywhere({ ...user, displayName, photoURL });
    },
    async logOut() {
      await post("sign-out", {});
      settleEverywhere(null);
    },
    async requestPasswordReset(email) {
      await post("request-password-reset", { email });
    },
    async refresh() {
      await restore(false);
      otherTabs.postMessage("changed");
    },
    async token() {
      if (user === null) return null;
      const held = await token;
      if (held && held.renewAt > Date.now()) return held.text;
      token = fetchToken();
      const fresh = await token.catch((error: unknown) => {
        token = undefined;
        throw error;
      });
      // The session has ended (elsewhere, or by its age): say so to whoever listens.
      if (!fresh && user) settleEverywhere(null);
      return fresh?.text ?? null;
    },
    tokenRefused() {
      if (user) void restoreOrVisitor(true);
    },
  };
}

/** What leads the window; fetched when it is there. @throws Refusal when that fails, with the window closed */
const googlePopup = (popup: Window | null) =>
  import("./google-popup.ts").catch(() => {
    popup?.close();
    throw new Refusal({ code: "network-request-failed", message: say("network.failed") });
  });

const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : "");

/** What the provider calls the image is the photo of a registration, also where it is wrong. */
function renameImage(error: unknown): never {
  if (!(error instanceof Refusal) || !error.fields["image"]) throw error;
  const fields = Object.entries(error.fields).map(([path, message]) => ({
    path: path === "image" ? "photo" : path,
    message,
  }));
  throw new Refusal({ code: error.code, message: error.message, fields });
}

async function fetchToken() {
  const response = await fetch("/api/auth/token").catch(() => null);
  if (response?.status === 401) return null;
  const answer = await succeeded(response ? Promise.resolve(response) : Promise.reject(new Error("unreachable")));
  const { token } = (await answer.json()) as { token: string };
  const { exp } = JSON.parse(atob(token.split(".")[1]!.replace(/-/g, "+").replace(/_/g, "/"))) as { exp: number };
  return { text: token, renewAt: exp * 1000 - refreshAhead };
}

const asSessionUser = ({ id, email, emailVerified, name, image }: ProviderUser): SessionUser => ({
  id,
  email,
  emailVerified,
  displayName: name,
  photoURL: image || null,
});
