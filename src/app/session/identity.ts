import type { FirebaseProject } from "#domain/ports.ts";

import type { AuthClient, SessionUser } from "./auth-client.ts";
import { createBuiltInAuth } from "./built-in-auth.ts";
import { lazyAuth } from "./lazy-auth.ts";

let auth: AuthClient | undefined;

/**
 * The identity provider of this page. Call it only in the browser, in events and effects: the server knows no session.
 */
export const theAuth = (): AuthClient => (auth ??= chosenAuth());

/** The name of the `<meta>` in which a site with Firebase Authentication gives each page its project, as JSON. */
export const firebaseMeta = "goodturn-firebase";

function chosenAuth(): AuthClient {
  const project = document.querySelector<HTMLMetaElement>(`meta[name="${firebaseMeta}"]`)?.content;
  if (!project) return createBuiltInAuth();
  return lazyAuth(async () =>
    (await import("./firebase-auth.ts")).createFirebaseAuth(JSON.parse(project) as FirebaseProject),
  );
}

/** Resolves to the logged-in member once known: a button pressed earlier waits for this instead of doing nothing. */
export function whoIsHere(): Promise<SessionUser | null> {
  return new Promise((resolve) => {
    const stop = theAuth().onSession((user) => {
      resolve(user);
      // The listener may be called before `stop` is assigned.
      queueMicrotask(() => stop());
    });
  });
}
