import type { AuthClient, SessionUser } from "./auth-client.ts";
import { createBuiltInAuth } from "./built-in-auth.ts";

let auth: AuthClient | undefined;

/** The identity provider of this page. In the browser only, so in events and effects: the server knows no session. */
export const theAuth = (): AuthClient => (auth ??= createBuiltInAuth());

/** Who is signed in, as soon as that is known: a button that is pressed before waits, instead of doing nothing. */
export function whoIsHere(): Promise<SessionUser | null> {
  return new Promise((resolve) => {
    const stop = theAuth().onSession((user) => {
      resolve(user);
      // The listener may be called before there is anything to stop.
      queueMicrotask(() => stop());
    });
  });
}
