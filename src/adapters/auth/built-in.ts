import type { AuthProvider, StandIn } from "#domain/identity.ts";
import type { Attempts } from "./attempts.ts";
import { createBetterAuth, type Settings } from "./better-auth.ts";
import { by } from "./better-auth-calls.ts";
import type { FirebaseTokens } from "./firebase.ts";
import { firebaseIdentity } from "./firebase-plugin.ts";
import { createGoogleSignIn, type Google } from "./google.ts";
import { knownDevices } from "./known-device.ts";
import { mailLinks } from "./mail-links.ts";
import { ownAccount } from "./own-account.ts";
import { passwordSignIn } from "./password-sign-in.ts";
import { createSessions } from "./sessions.ts";
import { tokenVerifier } from "./tokens.ts";

type Options = Settings & {
  attempts: Attempts;
  now?: () => Date;
  google?: Google | StandIn | null;
  firebase?: FirebaseTokens | null;
};

/**
 * The identity provider that is built in: e-mail and password or Google, kept by Better Auth in our own tables. A session
 * is an http-only cookie, which is traded for a short-lived bearer token, all that product calls accept. `origin` is our
 * public address, or null to take the request's own host; `attempts` limits how often somebody may try; `google` is how
 * Google, or our stand-in for it, knows us, null for neither. With `firebase` it is Firebase Authentication that knows the
 * passwords and Google, and no longer us; members and sessions stay ours.
 */
export function createBuiltInAuth(options: Options): AuthProvider {
  const { now = () => new Date(), attempts, firebase: idTokens, ...settings } = options;
  const { db, origin } = settings;
  const firebase = idTokens ? firebaseIdentity(idTokens, { db, now }) : null;
  const google = (!firebase && options.google) || null;
  const betterAuth = createBetterAuth({ ...settings, firebase });
  const devices = knownDevices(settings);
  const links = mailLinks({ db, betterAuth, now });
  const identify = tokenVerifier({ db, origin, now });
  const { sessions, requireSession, beginSession, endReplaced } = createSessions({
    db,
    betterAuth,
    devices,
    origin,
    now,
    endTokens: firebase?.endTokens,
  });

  return {
    identify: (token) => (firebase?.isIdToken(token) ? firebase.identify(token) : identify(token)),
    makeLink: links.makeLink,
    offersGoogle: google !== null || firebase !== null,
    passwords: firebase ? null : passwordSignIn({ db, betterAuth, attempts, devices, beginSession, now }),
    firebase: firebase && {
      signIn: (caller, input) => beginSession(caller, betterAuth.api.signInFirebase({ body: input, ...by(caller) })),
    },
    google: createGoogleSignIn(settings, google, endReplaced),
    sessions,
    account: ownAccount({ db, betterAuth, attempts, requireSession, verifyEmail: links.verifyEmail, now }),
  };
}
