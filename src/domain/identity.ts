import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Proof } from "#domain/access/rules.ts";
import type { CodeOf } from "#messages/say.ts";
import type {
  Access,
  ChangeEmailInput,
  ChangePasswordInput,
  ClaimInput,
  CodeInput,
  IdTokenInput,
  LinkInput,
  LoginInput,
  Member,
  NewPasswordInput,
  PasskeyInput,
  PasskeyList,
  PasskeyNameInput,
  PasskeyRemoval,
  ProfileInput,
  ProofInput,
  RegisterInput,
  ResetInput,
  SessionInput,
  SignedInput,
  User,
} from "#domain/members/shapes.ts";
import type {
  JoinAnswer,
  JoinByMailInput,
  LogInByMailInput,
  MailAsked,
  MailSignedIn,
  MailSignIn,
} from "#domain/registrations/shapes.ts";

/** The origin of a call. Besides the input, the identity provider sees nothing else of a request. */
export type Caller = {
  /** The network address. */
  address: string;
  /** Our own address as the call used it: `https://goodturn.example`. */
  base: string;
  /** True if the call was made on this machine, to a name that means only this machine. */
  local: boolean;
  /** The cookies of the call, as in their header; '' for none. */
  cookie: string;
  userAgent: string;
};

/** The outcome of a sign-in with Google: `ok`, or a code of specification 8 or our own. Each has its sentence. */
export type GoogleOutcome = Exclude<CodeOf<"google">, `window.${string}`>;

/** The cookies for the browser, each as a `Set-Cookie` header. */
export type Cookies = { cookies: string[] };

/**
 * The interface of an identity provider: people and their sessions. The built-in one is in `adapters/auth`; another can
 * be added beside it. Each call throws a Failure for a refusal, like the domain's commands: `sign_in_required` if it
 * needs a session, and `too_many_attempts`, counted by account; the API counts by network address.
 */
export type AuthProvider = {
  /** The member of a bearer token; null if it is not ours, has expired or was tampered with. */
  identify(token: string): Promise<Member | null>;
  /**
   * Refuses a bearer token without a recent proof of identity: the account's password, or without a password a log-in
   * within ten minutes.
   * @throws Failure sign_in_required, invalid (password), log_in_again
   */
  prove(token: string, password: string): Promise<void>;
  /**
   * The last proof of identity of a bearer token's owner, with the number of times that all access to their account had
   * ended by then; null if their session has ended. `identify` has accepted the token.
   */
  lastProof(token: string): Promise<Proof | null>;
  /**
   * The time of the last proof of identity of a bearer token's owner: logging in, or their password since. Null if
   * their address is not confirmed. `identify` has accepted the token; it is not an outside provider's, which names no
   * session.
   */
  provedAt(token: string): Promise<Date | null>;
  /** Ends all access to a suspended account, in the transaction of the suspension; its ways to log in stay. */
  endAccess: (tx: Transaction<Schema>, memberId: string) => Promise<void>;
  /**
   * Makes a link that proves that its opener reads a member's mail; it works once.
   * @returns its path, with its secret; null if the member is deleted, or all access of that generation has ended
   */
  makeLink(link: MailLink): Promise<string | null>;
  /** True if people can log in with Google here; otherwise the button, which is always shown, says that they cannot. */
  offersGoogle: boolean;
  /** Null if Firebase keeps the passwords. */
  passwords: PasswordSignIn | null;
  /** Null if Firebase keeps the passwords. */
  mailSignIn: SignInByMail | null;
  /** Null if Firebase keeps the passwords. */
  passkeys: Passkeys | null;
  /** Null if we keep the passwords. */
  firebase: FirebaseSignIn | null;
  google: GoogleSignIn;
  sessions: Sessions;
  account: OwnAccount;
};

/** The member who has logged in, with a new session; the caller's previous session has ended. */
export type SignedIn = Cookies & { user: User };

export type PasswordSignIn = {
  /** @throws Failure email_taken */
  signUp(caller: Caller, input: RegisterInput): Promise<SignedIn>;
  /** @throws Failure invalid_credentials, in the same time and words for every cause */
  signIn(caller: Caller, input: LoginInput): Promise<SignedIn>;
  /** Mails a link to a new password, if there is such an account. */
  requestReset(input: ResetInput): Promise<void>;
  /** Checks whether a mailed link to a new password works, without using it up. @throws Failure link_used */
  checkReset(input: LinkInput): Promise<void>;
  /** Sets a new password by a mailed link, and ends all other access. @throws Failure link_used */
  reset(input: NewPasswordInput): Promise<void>;
};

/**
 * Logging in by a mail with a code, for the browser that asked, and a link, for any browser. It can also join an event,
 * even without an account. The browser that asked gets a claim, which gives no access by itself.
 */
export type SignInByMail = {
  /**
   * Mails both, if the address has an account; the answer is the same for every address. `join` does not hold a spot.
   */
  ask(input: LogInByMailInput): Promise<MailAsked>;
  /**
   * Mails both to join an event, whose spots are held meanwhile; confirming creates the account. If the site sends no
   * mail, a new address gets its account, its session and its spots at once.
   * @throws Failure not_found, event_over, event_cancelled, email_taken (only if the site sends no mail)
   */
  join(caller: Caller, input: JoinByMailInput): Promise<MailAsked | (SignedIn & { join: JoinAnswer })>;
  /** Mails another code and link. @throws Failure code_expired */
  again(input: ClaimInput): Promise<void>;
  /** The state of the request. @throws Failure code_expired */
  read(input: ClaimInput): Promise<MailSignIn>;
  /** Cancels the request: its data is deleted, and its code and link stop working. */
  giveUp(input: ClaimInput): Promise<void>;
  /** @throws Failure invalid (code), code_expired (too old, or too many wrong attempts) */
  enterByCode(caller: Caller, input: CodeInput): Promise<Cookies & MailSignedIn>;
  /** @throws Failure link_used */
  enterByLink(caller: Caller, input: LinkInput): Promise<Cookies & MailSignedIn>;
  /** Makes a new code and link in place of earlier ones; null if the request is gone or cannot be confirmed. */
  makeSecrets(id: string): Promise<MailedSecrets | null>;
};

/** The content of the mail: the reader's address, their name ('' for an unconfirmed address), code and path. */
export type MailedSecrets = { email: string; name: string; code: string; path: string };

export type FirebaseSignIn = {
  /** @throws Failure id_token_invalid, email_needed, account_not_linked, sign_in_unreachable */
  signIn(caller: Caller, input: IdTokenInput): Promise<SignedIn>;
};

/** The options that a browser passes to its authenticator, in WebAuthn's JSON. */
export type PasskeyOptions = { options: { challenge: string } };

/** Keys on people's devices, by which they log in without a password. */
export type Passkeys = {
  signInOptions(caller: Caller): Promise<PasskeyOptions>;
  /** @throws Failure passkey_unknown, for every fault of the signed answer */
  signIn(caller: Caller, input: SignedInput): Promise<SignedIn>;
  /** The member's own passkeys, the oldest first. */
  list(caller: Caller): Promise<PasskeyList>;
  /** Starts creating a passkey; requires a proof. @throws Failure invalid (password), log_in_again, passkeys_full */
  addOptions(caller: Caller, input: ProofInput): Promise<PasskeyOptions>;
  /**
   * Stores the authenticator's new passkey, within five minutes.
   * @throws Failure passkey_unreadable, passkeys_full, passkey_taken
   */
  add(caller: Caller, input: PasskeyInput): Promise<void>;
  /** @throws Failure not_found */
  rename(caller: Caller, input: PasskeyNameInput): Promise<void>;
  /**
   * Removes one of the member's passkeys; it ignores one that is already removed. Requires a proof.
   * @throws Failure invalid (password), log_in_again
   */
  remove(caller: Caller, input: PasskeyRemoval): Promise<void>;
};

/** A sign-in in its own window, which goes to Google and comes back. */
export type GoogleSignIn = {
  /** @returns the address to open. @throws Failure no_google_sign_in, google_unreachable */
  start(caller: Caller): Promise<Cookies & { url: string }>;
  /**
   * Completes a sign-in with the parameters that Google sends to the window.
   * @throws Failure no_such_call without Google
   */
  finish(caller: Caller, query: GoogleQuery): Promise<Cookies & { outcome: GoogleOutcome }>;
};
export type GoogleQuery = Partial<Record<"code" | "state" | "error" | "iss", string | undefined>>;

/** Our credentials at the stand-in for Google, which is below our own address. */
export type StandIn = { clientId: string; clientSecret: string };

/** The caller's own session, and all sessions of its member. */
export type Sessions = {
  /** The member who is logged in; null for a visitor. */
  read(caller: Caller): Promise<Cookies & { user: User | null }>;
  /** A bearer token for the session. */
  token(caller: Caller): Promise<Cookies & { token: string }>;
  /** Ends the session, if there is one. */
  end(caller: Caller): Promise<Cookies>;
  /** The ways in which the member can log in, and their sessions, the present one first. */
  list(caller: Caller): Promise<Access>;
  /** Ends one of the member's sessions; it ignores one that has already ended. */
  endOne(caller: Caller, input: SessionInput): Promise<void>;
  /** Ends all other access: every other session, mailed links, and the address of the member's calendar. */
  endOthers(caller: Caller): Promise<void>;
  /** The public keys for checking tokens, as a JSON Web Key Set. */
  keys(): Promise<{ keys: { kid: string }[] }>;
};

/** The changes that members make to their own account. */
export type OwnAccount = {
  /** Changes name or photo; missing fields stay unchanged. @throws Failure invalid, without any field; taken_down */
  updateProfile(caller: Caller, input: ProfileInput): Promise<Cookies>;
  /** Sets a new password, and ends all other access. @throws Failure invalid (currentPassword), no_password */
  changePassword(caller: Caller, input: ChangePasswordInput): Promise<void>;
  /**
   * Mails a link that verifies the new address; requires the password, or without one a log-in of the last ten minutes.
   * @throws Failure invalid (password), log_in_again
   */
  changeEmail(caller: Caller, input: ChangeEmailInput): Promise<void>;
  /** Mails the link again that verifies the member's address, unless it is verified. */
  requestVerification(caller: Caller): Promise<void>;
  /**
   * Verifies the address that a link was mailed to, or makes it the member's and ends all other access. It requires a
   * session of that account, unless the account has no way to log in; then the link starts one. `published` is the
   * number of drafts that had waited for it.
   * @throws Failure link_used, email_taken, sign_in_required, other_account
   */
  verifyEmail(caller: Caller, input: LinkInput): Promise<Cookies & { published: number }>;
};

/**
 * The effect of opening a mailed link: `email` is the address that it is mailed to, and proves. `generation` is the
 * account's generation when the link was requested; the present one by default.
 */
export type MailLink = {
  purpose: "reset-password" | "verify-email" | "change-email";
  memberId: string;
  email: string;
  generation?: number | undefined;
};
