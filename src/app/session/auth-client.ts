/** The logged-in member: specification 3 'User'. */
export type SessionUser = {
  id: string;
  email: string;
  /** True if they have proved that mail to this address reaches them. */
  emailVerified: boolean;
  displayName: string;
  photoURL: string | null;
  /** True if they are a host of the site. */
  isHost?: true | undefined;
};

/** Specification 3 'Registration input'. */
export type Registration = {
  name: string;
  photo: string;
  email: string;
  password: string;
  /** True if the new member joins an event next; then the mail about that also confirms their address. */
  joinsNext?: boolean;
};

export type SessionListener = (user: SessionUser | null, elsewhere: boolean) => void;

/**
 * The identity provider in the browser (specification 1: account creation, sign-in, profile update, sign-out, session
 * listener). The built-in one is `built-in-auth.ts`; another provider fits beside it. Every call rejects with a Refusal
 * whose message is for the reader.
 */
export interface AuthClient {
  /**
   * Calls the listener with the logged-in member: once when the stored session has been read, and at each change, also
   * one in another tab (`elsewhere`).
   * @returns a function that stops listening
   */
  onSession(listener: SessionListener): () => void;
  register(registration: Registration): Promise<SessionUser>;
  logIn(email: string, password: string): Promise<SessionUser>;
  /**
   * Logs in or registers with Google in a window of its own (specification 1 and 9). Call it within the click: later,
   * browsers block the window. A second call brings the window to the front, and the first call is refused with the
   * code `cancelled-popup-request`.
   */
  logInWithGoogle(): Promise<SessionUser>;
  /** Logs in with a passkey that the person chooses; absent if the provider has no passkeys. */
  logInWithPasskey?(): Promise<SessionUser>;
  updateProfile(profile: { displayName: string; photoURL: string }): Promise<SessionUser>;
  logOut(): Promise<void>;
  /** Requests a mail with a link to a new password. The answer does not reveal whether the address has an account. */
  requestPasswordReset(email: string): Promise<void>;
  /** Reads the session again after a call that has changed the member's data. */
  refresh(): Promise<void>;
  /** A bearer token for the API that stays valid for a while, or null for a visitor. */
  token(): Promise<string | null>;
  /** Reports that the API refused the token: the session has ended elsewhere, or its member is gone. */
  tokenRefused(): void;
}

/** The browser's storage key that says a member is logged in: for the first paint, and for members who come back. */
export const memberMark = "goodturn.member";
