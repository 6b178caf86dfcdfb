import { initializeApp } from "@firebase/app";
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updateProfile,
  type User,
} from "@firebase/auth";

import type { FirebaseProject } from "#domain/ports.ts";

export type FirebaseUser = User;
export type Firebase = ReturnType<typeof openFirebase>;

/**
 * Opens the Firebase SDK, which only this file imports, so that it loads on demand. Its calls reject with the SDK's
 * errors (`code` is `auth/…`). Google's script loads only with Google's window.
 */
export function openFirebase({ emulator, ...options }: FirebaseProject) {
  const app = initializeApp(options);
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (emulator) connectAuthEmulator(auth, `http://${emulator}`, { disableWarnings: true });
  renewTokens(auth);

  return {
    signUp: async (email: string, password: string) =>
      (await createUserWithEmailAndPassword(auth, email, password)).user,
    signIn: async (email: string, password: string) => (await signInWithEmailAndPassword(auth, email, password)).user,
    signInWithGoogle: async () =>
      (await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver)).user,
    /** The person who was logged in here when the page was left. */
    async restored() {
      await auth.authStateReady();
      return auth.currentUser;
    },
    async updateProfile({ displayName, photoURL }: { displayName: string; photoURL: string }) {
      await auth.authStateReady();
      const address = photoURL && new URL(photoURL, location.href).href;
      if (auth.currentUser) await updateProfile(auth.currentUser, { displayName, photoURL: address });
    },
    /** Mails a link that proves the address to Firebase. */
    askToVerify: (user: User) => sendEmailVerification(user),
    remove: (user: User) => deleteUser(user),
    sendPasswordReset: (email: string) => sendPasswordResetEmail(auth, email),
    signOut: () => signOut(auth),
  };
}

/**
 * Makes the SDK renew its token five minutes before it expires (specification 9), as Firebase's other products do. They
 * call this method, which the SDK's types leave out.
 */
// oxlint-disable-next-line eslint/no-underscore-dangle -- their name
const renewTokens = (auth: Auth) => (auth as Auth & { _startProactiveRefresh(): void })._startProactiveRefresh();
