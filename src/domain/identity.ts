import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Proof } from "#domain/access/rules.ts";
import type { GoogleOutcome } from "#messages/accounts-google.ts";
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
   * Refuses a bearer token whose person has not just proved who they are: by the account's password, or where it has none by
   * having logged in within ten minutes.
   * @throws Failure sign_in_required, invalid (password), log_in_again
   */
  prove(token: string, password: string): Promise<void>;
  /**
   * When the person whose bearer token it is last proved who they are, and how often all access to their account had ended by then; null
   * when their session has. The token is one that `identify` took.
   */
  lastProof(token: string): Promise<Proof | null>;
  /**
   * When the person whose bearer token it is last proved who they are: by logging in, or by their password since. Null when their
   * address is not confirmed. The token is one that `identify` took, and not an outside provider's, which tells no session.
   */
  provedAt(token: string): Promise<Date | null>;
  /** Ends all access to the account of somebody whom a host keeps out, in the transaction of that; its ways in stay. */
  endAccess: (tx: Transaction<Schema>, memberId: string) => Promise<void>;
  /**
   * Makes a link that proves that the person who follows it reads a member's mail; it works once.
   * @returns the path that it leads to, with its secret; null when the member has gone, or all access of that generation ended
   */
  makeLink(link: MailLink): Promise<string | null>;
  /** Whether somebody can sign in with Google here; if not, the button that is always there says so. */
  offersGoogle: boolean;
  /** Null where Firebase keeps the passwords. */
  passwords: PasswordSignIn | null;
  /** Null where Firebase keeps the passwords. */
  mailSignIn: SignInByMail | null;
  /** Null where Firebase keeps the passwords. */
  passkeys: Passkeys | null;
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
  /** Tells whether a mailed link to a new password works, and nothing else; it goes on working. @throws Failure link_used */
  checkReset(input: LinkInput): Promise<void>;
  /** Sets a new password by a mailed link, and ends all other access. @throws Failure link_used */
  reset(input: NewPasswordInput): Promise<void>;
};

/**
 * Logging in by a mail with a code, for the browser that asked, and a link, for the one that opens it; to join an event, also
 * without an account, or only to log in. The browser that asks gets a claim, which opens nothing by itself.
 */
export type SignInByMail = {
  /** Has both mailed, if the address has an account; the answer is the same for every address. For `join` no spot is kept. */
  ask(input: LogInByMailInput): Promise<MailAsked>;
  /**
   * The same to join an event, whose spots are kept meanwhile; the account is made on confirming. Where no mail is sent, a new
   * address gets its account, its session and its spots at once.
   * @throws Failure not_found, event_over, event_cancelled, email_taken (only where no mail is sent)
   */
  join(caller: Caller, input: JoinByMailInput): Promise<MailAsked | (SignedIn & { join: JoinAnswer })>;
  /** Has another code and link mailed. @throws Failure code_expired */
  again(input: ClaimInput): Promise<void>;
  /** What was asked for. @throws Failure code_expired */
  read(input: ClaimInput): Promise<MailSignIn>;
  /** Ends it: nothing is kept any more, and its code and link do nothing. */
  giveUp(input: ClaimInput): Promise<void>;
  /** @throws Failure invalid (code), code_expired (too old, or too often wrong) */
  enterByCode(caller: Caller, input: CodeInput): Promise<Cookies & MailSignedIn>;
  /** @throws Failure link_used */
  enterByLink(caller: Caller, input: LinkInput): Promise<Cookies & MailSignedIn>;
  /** Makes the code and the path of the link, in place of earlier ones; null when nobody waits for them, or can. */
  makeSecrets(id: string): Promise<MailedSecrets | null>;
};

/** What a mail says: the reader's address, their name ('' while nobody has shown that the address is theirs), code and path. */
export type MailedSecrets = { email: string; name: string; code: string; path: string };

export type FirebaseSignIn = {
  /** @throws Failure id_token_invalid, email_needed, account_not_linked, sign_in_unreachable */
  signIn(caller: Caller, input: IdTokenInput): Promise<SignedIn>;
};

/** What a browser is handed for its authenticator, as WebAuthn has it in JSON. */
export type PasskeyOptions = { options: { challenge: string } };

/** Keys on people's devices, by which they log in without a password. */
export type Passkeys = {
  signInOptions(caller: Caller): Promise<PasskeyOptions>;
  /** @throws Failure passkey_unknown, whatever is wrong with what was signed */
  signIn(caller: Caller, input: SignedInput): Promise<SignedIn>;
  /** The member's own, the oldest first. */
  list(caller: Caller): Promise<PasskeyList>;
  /** Begins to make one; needs a proof. @throws Failure invalid (password), log_in_again, passkeys_full */
  addOptions(caller: Caller, input: ProofInput): Promise<PasskeyOptions>;
  /** Keeps what the authenticator has made, within five minutes. @throws Failure passkey_unreadable, passkeys_full, passkey_taken */
  add(caller: Caller, input: PasskeyInput): Promise<void>;
  /** @throws Failure not_found */
  rename(caller: Caller, input: PasskeyNameInput): Promise<void>;
  /** Removes one of the member's; one that has gone already has. Needs a proof. @throws Failure invalid (password), log_in_again */
  remove(caller: Caller, input: PasskeyRemoval): Promise<void>;
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
  /** Ends all other access: every other session, mailed links, and the address of the member's calendar. */
  endOthers(caller: Caller): Promise<void>;
  /** The public keys that tokens are signed with, as a JSON Web Key Set. */
  keys(): Promise<{ keys: { kid: string }[] }>;
};

/** What members change about their own account. */
export type OwnAccount = {
  /** Changes name or photo; what is not named stays. @throws Failure invalid, when nothing is named; taken_down */
  updateProfile(caller: Caller, input: ProfileInput): Promise<Cookies>;
  /** Also ends all other access. @throws Failure invalid (currentPassword), no_password */
  changePassword(caller: Caller, input: ChangePasswordInput): Promise<void>;
  /**
   * Has a link mailed that verifies the new address; needs the password, or where there is none a log-in of the last ten
   * minutes.
   * @throws Failure invalid (password), log_in_again
   */
  changeEmail(caller: Caller, input: ChangeEmailInput): Promise<void>;
  /** Has the link that verifies the member's address mailed again, unless it is verified. */
  requestVerification(caller: Caller): Promise<void>;
  /**
   * Verifies the address that a link was mailed to, or makes it the member's and ends all other access: in a session of that
   * account. An account into which nothing leads is entered by the link. `published` is how many drafts had waited for it.
   * @throws Failure link_used, email_taken, sign_in_required, other_account
   */
  verifyEmail(caller: Caller, input: LinkInput): Promise<Cookies & { published: number }>;
};

/**
 * What following a link from a mail does: `email` is the address that it is mailed to, and proves. `generation` is the
 * account's when the link was asked for; without it the link is for whatever it is now.
 */
export type MailLink = {
  purpose: "reset-password" | "verify-email" | "change-email";
  memberId: string;
  email: string;
  generation?: number | undefined;
};
