import { say } from "#messages/say.ts";

import { post } from "./auth-call.ts";
import type { AuthClient } from "./auth-client.ts";
import { createOwnSession } from "./own-session.ts";
import { isRefusal, Refusal } from "./refusal.ts";

/** The identity provider built into the server, which also stores the passwords. */
export function createBuiltInAuth(): AuthClient {
  const session = createOwnSession();
  return {
    onSession: session.onSession,
    async register({ name, photo, email, password, joinsNext }) {
      const body = { name, image: photo, email, password, joinsNext };
      return session.settle(await session.enter("sign-up/email", body).catch(renameImage));
    },
    async logIn(email, password) {
      return session.settle(await session.enter("sign-in/email", { email, password }));
    },
    async logInWithGoogle() {
      // Specification 9: 500x600. If a window of this name is open, this returns it.
      const popup = window.open("", "goodturn-google", "popup,width=500,height=600");
      const refused = await googlePopup(popup)
        .then(({ signInThrough }) => signInThrough(popup))
        .catch((error: unknown) => error);
      // The window's message may get lost, but the session exists.
      const mayHaveWorked = refused === undefined || isRefusal(refused, "popup-closed-by-user");
      const found = mayHaveWorked
        ? await session.restore().catch((error: unknown) => Promise.reject(refused ?? error))
        : null;
      if (!found) throw refused ?? new Error("no session after the sign-in with Google");
      return session.settle(found);
    },
    async logInWithPasskey() {
      const { signWithPasskey } = await import("./passkey.ts").catch(() => {
        throw new Refusal({ code: "unreachable", message: say("network.failed") });
      });
      return session.settle(await session.enter("passkeys/sign-in", await signWithPasskey()));
    },
    updateProfile: session.updateProfile,
    logOut: () => session.end(),
    async requestPasswordReset(email) {
      await post("request-password-reset", { email });
    },
    refresh: session.refresh,
    token: session.token,
    tokenRefused: session.tokenRefused,
  };
}

/** Loads the code that leads the window to Google. @throws Refusal if that fails, after closing the window */
const googlePopup = (popup: Window | null) =>
  import("./google-popup.ts").catch(() => {
    popup?.close();
    throw new Refusal({ code: "network-request-failed", message: say("network.failed") });
  });

/** The provider's `image` is our registration's `photo`, also in errors. */
function renameImage(error: unknown): never {
  if (!(error instanceof Refusal) || !error.fields["image"]) throw error;
  const fields = Object.entries(error.fields).map(([path, message]) => ({
    path: path === "image" ? "photo" : path,
    message,
  }));
  throw new Refusal({ code: error.code, message: error.message, fields });
}
