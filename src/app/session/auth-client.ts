/** Who is signed in: specification 3 'User'. */
export type SessionUser = {
  id: string;
  email: string;
  /** Whether they have shown that mail to this address reaches them. */
  emailVerified: boolean;
  displayName: string;
  photoURL: string | null;
  /** Whether they are one of the people who run the site. */
  isHost?: true | undefined;
};

/** Specification 3 'Registration input'. */
export type Registration = {
  name: string;
  photo: string;
  email: string;
  password: string;
  /** Whether they join an event next; its mail then confirms their address. */
  joinsNext?: boolean;
};

export type SessionListener = (user: SessionUser | null, elsewhere: boolean) => void;

/**
 * What the product asks of an identity provider in the browser (specification 1: account creation, sign-in, profile
 * update, sign-out, session listener). The built-in one is `built-in-auth.ts`; another provider fits beside it.
 * Every call rejects with a Refusal whose message is for the person.
 */
export interface AuthClient {
  /**
   * Tells the listener who is signed in: once as soon as the stored session has been looked up, and again whenever that
   * changes, in another tab too (`elsewhere`). @returns how to stop listening
   */
  onSession(listener: SessionListener): () => void;
  register(registration: Registration): Promise<SessionUser>;
  logIn(email: string, password: string): Promise<SessionUser>;
  /**
   * Logs in with Google in a window of its own, or makes an account by it (specification 1 and 9). Call it within the click:
   * later, browsers take the window for an unwanted one. Called again, it brings the window to the front, and the first
   * call is refused with the code `cancelled-popup-request`.
   */
  logInWithGoogle(): Promise<SessionUser>;
  /** Logs in with a passkey of the person's choice; not there where the provider has none. */
  logInWithPasskey?(): Promise<SessionUser>;
  updateProfile(profile: { displayName: string; photoURL: string }): Promise<SessionUser>;
  logOut(): Promise<void>;
  /** Has a link to a new password mailed to an address, if it has an account; the answer does not tell. */
  requestPasswordReset(email: string): Promise<void>;
  /** Asks again who is signed in, after a call that has changed what we know of them. */
  refresh(): Promise<void>;
  /** A bearer token for the API that is still good for a while, or null for a visitor. */
  token(): Promise<string | null>;
  /** To be told when the API took a token for nobody's: the session has ended elsewhere, or its member is gone. */
  tokenRefused(): void;
}

/** Under what a browser keeps that a member is signed in: for the first paint, and for people who come back. */
export const memberMark = "goodturn.member";
