import type { FirebaseProject } from "#domain/ports.ts";

import { kept } from "../ui/storage.ts";
import { type AuthClient, memberMark, type SessionUser } from "./auth-client.ts";
import { networkFailed, refusalOf } from "./firebase-errors.ts";
import type { Firebase, FirebaseUser } from "./firebase-sdk.ts";
import { createOwnSession } from "./own-session.ts";
import { isRefusal } from "./refusal.ts";

/** In milliseconds: when the SDK is fetched on a page where nobody needs it yet. */
const atRest = 2000;

/**
 * Firebase Authentication, through its SDK: it knows the passwords, opens Google's window and sends the mail for a forgotten
 * password. Its ID token is traded for our own session, which is all that the product sees. Where that session has ended and
 * Firebase still knows the person, another begins without a word, except after signing out here.
 */
export function createFirebaseAuth(project: FirebaseProject): AuthClient {
  let opened: Promise<Firebase> | undefined;
  const own = createOwnSession(revive);
  // For Google's window, which browsers want at the press of the button; and because the SDK renews its token by itself.
  setTimeout(() => void firebase().catch(() => {}), atRest);

  function firebase(): Promise<Firebase> {
    opened ??= import("./firebase-sdk.ts").then(({ openFirebase }) => openFirebase(project));
    opened.catch(() => (opened = undefined));
    return opened.catch(() => {
      throw networkFailed();
    });
  }

  /** Something that the SDK does, with its errors as refusals in our words. */
  async function ask<Answer>(deed: (sdk: Firebase) => Promise<Answer>): Promise<Answer> {
    try {
      return await deed(await firebase());
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Trades what Firebase says of a person for a session of ours. */
  const trade = async (person: FirebaseUser): Promise<SessionUser> =>
    own.enter("sign-in/firebase", { idToken: await person.getIdToken() });

  /** The same; where our server will not have the person, nobody is signed in. */
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
    // Who was no member when the page was left has signed out, or never was one.
    if (!kept(memberMark)) return null;
    const sdk = await firebase();
    const person = await sdk.restored();
    // That a sign-in does not hold any more is no news to a person: they are asked to log in.
    return person && enter(sdk, person).catch((error: unknown) => (isFinal(error) ? null : Promise.reject(error)));
  }

  return {
    onSession: own.onSession,
    register: ({ name, photo, email, password }) =>
      ask(async (sdk) => {
        const person = await sdk.signUp(email, password);
        try {
          // A path of ours means nothing there.
          await sdk.updateProfile({ displayName: name, photoURL: new URL(photo, location.href).href });
          await person.getIdToken(true);
          return own.settle(await enter(sdk, person));
        } catch (error) {
          // Half an account would be in the way of the next attempt; one whose address is to be proved is needed for it.
          if (!isUnproved(error, person)) await sdk.remove(person).catch(() => {});
          throw error;
        }
      }),
    logIn: (email, password) => ask(async (sdk) => own.settle(await enter(sdk, await sdk.signIn(email, password)))),
    logInWithGoogle: () => ask(async (sdk) => own.settle(await enter(sdk, await sdk.signInWithGoogle()))),
    requestPasswordReset: (email) =>
      ask((sdk) => sdk.sendPasswordReset(email)).catch((error: unknown) => {
        // Whether somebody has an account here is nobody else's to know.
        if (!isRefusal(error, "user-not-found")) throw error;
      }),
    async updateProfile(profile) {
      const user = await own.updateProfile(profile);
      await ask((sdk) => sdk.updateProfile(profile));
      return user;
    },
    async logOut() {
      await own.end();
      // Even if this fails, our server takes no token from before any more.
      await ask((sdk) => sdk.signOut()).catch(() => {});
    },
    refresh: own.refresh,
    token: own.token,
    tokenRefused: own.tokenRefused,
  };
}

/** True when a member of ours has the address, and Firebase does not know yet whose it is: a mail can tell. */
const isUnproved = (error: unknown, person: FirebaseUser) =>
  isRefusal(error, "account_not_linked") && !person.emailVerified;

/** True for the answers of our server that no second try will change. */
const isFinal = (error: unknown) => isRefusal(error, "id_token_invalid", "account_not_linked", "email_needed");
