import type { FirebaseProject } from "#domain/ports.ts";

import { kept } from "../ui/storage.ts";
import { type AuthClient, memberMark, type SessionUser } from "./auth-client.ts";
import { networkFailed, refusalOf } from "./firebase-errors.ts";
import type { Firebase, FirebaseUser } from "./firebase-sdk.ts";
import { createOwnSession } from "./own-session.ts";
import { isRefusal } from "./refusal.ts";

/** The wait before loading the SDK on a page that does not need it yet, in milliseconds. */
const atRest = 2000;

/**
 * Firebase Authentication through its SDK, which checks passwords, opens Google's window and sends the mail for a
 * forgotten password. Its ID token is exchanged for our own session, the only one that the product sees. If our session
 * has ended and Firebase still knows the person, a new one begins silently, except after logging out here.
 */
export function createFirebaseAuth(project: FirebaseProject): AuthClient {
  let opened: Promise<Firebase> | undefined;
  const own = createOwnSession(revive);
  // Google's window must open right at the press, so the SDK has to be loaded by then; and the SDK renews its token by
  // itself.
  setTimeout(() => void firebase().catch(() => {}), atRest);

  function firebase(): Promise<Firebase> {
    opened ??= import("./firebase-sdk.ts").then(({ openFirebase }) => openFirebase(project));
    opened.catch(() => (opened = undefined));
    return opened.catch(() => {
      throw networkFailed();
    });
  }

  /** Runs a call of the SDK and turns its errors into refusals in our words. */
  async function ask<Answer>(deed: (sdk: Firebase) => Promise<Answer>): Promise<Answer> {
    try {
      return await deed(await firebase());
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Exchanges Firebase's ID token for a session of ours. */
  const trade = async (person: FirebaseUser): Promise<SessionUser> =>
    own.enter("sign-in/firebase", { idToken: await person.getIdToken() });

  /** The same; if our server refuses the member, they are logged out again. */
  async function enter(sdk: Firebase, person: FirebaseUser): Promise<SessionUser> {
    try {
      return await trade(person);
    } catch (error) {
      if (isUnproved(error, person)) await sdk.askToVerify(person).catch(() => {});
      if (isFinal(error)) await sdk.signOut();
      throw error;
    }
  }

  async function revive(): Promise<SessionUser | null> {
    // Without the mark, the person has logged out here or was never a member.
    if (!kept(memberMark)) return null;
    const sdk = await firebase();
    const person = await sdk.restored();
    // An expired sign-in is not reported as an error: the page just asks them to log in.
    return person && enter(sdk, person).catch((error: unknown) => (isFinal(error) ? null : Promise.reject(error)));
  }

  return {
    onSession: own.onSession,
    register: ({ name, photo, email, password }) =>
      ask(async (sdk) => {
        const person = await sdk.signUp(email, password);
        try {
          // Firebase does not know the paths of our site.
          await sdk.updateProfile({ displayName: name, photoURL: new URL(photo, location.href).href });
          await person.getIdToken(true);
          return own.settle(await enter(sdk, person));
        } catch (error) {
          // An incomplete account would block the next attempt, so it is deleted, unless its address must still be
          // confirmed.
          if (!isUnproved(error, person)) await sdk.remove(person).catch(() => {});
          throw error;
        }
      }),
    logIn: (email, password) => ask(async (sdk) => own.settle(await enter(sdk, await sdk.signIn(email, password)))),
    logInWithGoogle: () => ask(async (sdk) => own.settle(await enter(sdk, await sdk.signInWithGoogle()))),
    requestPasswordReset: (email) =>
      ask((sdk) => sdk.sendPasswordReset(email)).catch((error: unknown) => {
        // The answer must not reveal whether a person has an account here.
        if (!isRefusal(error, "user-not-found")) throw error;
      }),
    async updateProfile(profile) {
      const user = await own.updateProfile(profile);
      await ask((sdk) => sdk.updateProfile(profile));
      return user;
    },
    async logOut() {
      await own.end();
      // Even if this fails, our server refuses older tokens from now on.
      await ask((sdk) => sdk.signOut()).catch(() => {});
    },
    refresh: own.refresh,
    token: own.token,
    tokenRefused: own.tokenRefused,
  };
}

/** True if one of our members has the address and Firebase has not verified it yet: a mail can do that. */
const isUnproved = (error: unknown, person: FirebaseUser) =>
  isRefusal(error, "account_not_linked") && !person.emailVerified;

/** True for refusals of our server that repeating will not change. */
const isFinal = (error: unknown) => isRefusal(error, "id_token_invalid", "account_not_linked", "email_needed");
