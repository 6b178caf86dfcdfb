import type { GoogleOutcome } from "#messages/accounts-google.ts";
import type {
  Access,
  ChangeEmailInput,
  ChangePasswordInput,
  IdTokenInput,
  LinkInput,
  LoginInput,
  Member,
  NewPasswordInput,
  ProfileInput,
  RegisterInput,
  ResetInput,
  SessionInput,
  User,
} from "#domain/members/shapes.ts";

/** Where a call comes from. Nothing else of a request reaches the identity provider, besides its input. */
export type Caller = {
  /** The network address. */
  address: string;
  /** Our own address, as it was called: `https://goodturn.example`. */
  base: string;
  /** Whether the call was made on this machine, to a name that means only this machine. */
  local: boolean;
  /** The cookies that came along, as their header has them; '' for none. */
  cookie: string;
  userAgent: string;
};

/** What the browser is to keep, each as a `Set-Cookie` header has it. */
export type Cookies = { cookies: string[] };

/**
 * What we ask of an identity provider: people and their sessions. The built-in one is `adapters/auth`; another fits beside
 * it. Each call throws a Failure for what it refuses, as a room does: `sign_in_required` where it needs a session, and
 * `too_many_attempts`, counted by account; by network address the door counts.
 */
export type AuthProvider = {
  /** The member that a bearer token speaks for; null when it is not one of ours, has expired or was tampered with. */
  identify(token: string): Promise<Member | null>;
  /**
   * Makes a link that proves that the person who follows it reads a member's mail; it works once.
   * @returns the path that it leads to, with its secret
   */
  makeLink(link: MailLink): Promise<string>;
  /** Whether somebody can sign in with Google here; if not, the button that is always there says so. */
  offersGoogle: boolean;
  /** Null where Firebase keeps the passwords. */
  passwords: PasswordSignIn | null;
  /** Null where we keep the passwords. */
  firebase: FirebaseSignIn | null;
  google: GoogleSignIn;
  sessions: Sessions;
  account: OwnAccount;
};

/** The member who has logged in, to a new session; the one that the caller brought along has ended. */
export type SignedIn = Cookies & { user: User };

export type PasswordSignIn = {
  /** @throws Failure email_taken */
  signUp(caller: Caller, input: RegisterInput): Promise<SignedIn>;
  /** @throws Failure invalid_credentials, in the same time and words whatever is wrong */
  signIn(caller: Caller, input: LoginInput): Promise<SignedIn>;
  /** Has a link to a new password mailed, if there is such an account. */
  requestReset(input: ResetInput): Promise<void>;
  /** Sets a new password by a mailed link, and ends every session. @throws Failure link_used */
  reset(input: NewPasswordInput): Promise<void>;
};

export type FirebaseSignIn = {
  /** @throws Failure id_token_invalid, email_needed, account_not_linked, sign_in_unreachable */
  signIn(caller: Caller, input: IdTokenInput): Promise<SignedIn>;
};

/** A sign-in in a window of its own, which goes to Google and comes back. */
export type GoogleSignIn = {
  /** @returns the address to open. @throws Failure no_google_sign_in, google_unreachable */
  start(caller: Caller): Promise<Cookies & { url: string }>;
  /** Ends a sign-in by what Google sends the window back with. @throws Failure no_such_call where there is no Google */
  finish(caller: Caller, query: GoogleQuery): Promise<Cookies & { outcome: GoogleOutcome }>;
};
export type GoogleQuery = Partial<Record<"code" | "state" | "error" | "iss", string | undefined>>;

/** How the stand-in for Google, which is below our own address, knows us. */
export type StandIn = { clientId: string; clientSecret: string };

/** The caller's own session, and all of its member's. */
export type Sessions = {
  /** The member who is logged in; null for a visitor. */
  read(caller: Caller): Promise<Cookies & { user: User | null }>;
  /** A bearer token for the session. */
  token(caller: Caller): Promise<Cookies & { token: string }>;
  /** Ends the session, if there is one. */
  end(caller: Caller): Promise<Cookies>;
  /** The ways in which the member can log in, and where they are logged in, here first. */
  list(caller: Caller): Promise<Access>;
  /** Ends one of the member's sessions; one that has ended already has. */
  endOne(caller: Caller, input: SessionInput): Promise<void>;
  endOthers(caller: Caller): Promise<void>;
  /** The public keys that tokens are signed with, as a JSON Web Key Set. */
  keys(): Promise<{ keys: { kid: string }[] }>;
};

/** What members change about their own account. */
export type OwnAccount = {
  /** Changes name or photo; what is not named stays. @throws Failure invalid, when nothing is named */
  updateProfile(caller: Caller, input: ProfileInput): Promise<Cookies>;
  /** Also ends every other session. @throws Failure invalid (currentPassword), no_password */
  changePassword(caller: Caller, input: ChangePasswordInput): Promise<void>;
  /** Has a link mailed that verifies the new address; needs the password, if there is one. @throws Failure invalid (password) */
  changeEmail(caller: Caller, input: ChangeEmailInput): Promise<void>;
  /** Has the link that verifies the member's address mailed again, unless it is verified. */
  requestVerification(caller: Caller): Promise<void>;
  /** Verifies the address that a link was mailed to, or makes it the member's. @throws Failure link_used, email_taken */
  verifyEmail(input: LinkInput): Promise<void>;
};

/** What following a link from a mail does: `email` is the address that it is mailed to, and proves. */
export type MailLink = { purpose: "reset-password" | "verify-email" | "change-email"; memberId: string; email: string };
