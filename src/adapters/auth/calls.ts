import type { z } from "zod";
import type { Database } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import {
  ChangeEmailInput,
  ChangePasswordInput,
  IdTokenInput,
  LinkInput,
  LoginInput,
  NewPasswordInput,
  ProfileInput,
  RegisterInput,
  ResetInput,
  SessionInput,
} from "#domain/members/shapes.ts";
import type { AttemptKind, LimitAttempts } from "#domain/ports.ts";
import { type Caller, changeEmail, changePassword, endOtherSessions, endSession, readAccess } from "./account-calls.ts";
import type { Attempts } from "./attempts.ts";
import type { createGoogleSignIn } from "./google.ts";
import { askForReset, askToVerify } from "./mail-tasks.ts";

/**
 * A call that Better Auth answers, of which `tells` says what is passed on; one that `does` something itself; or one that
 * `answers` all by itself. `knows` is for calls of one provider only: of us, where we keep the passwords, or of Firebase,
 * where it does. `attempt` is what it counts as, `hashes` is for those that make a password's hash, `ends` for those that
 * log a device out.
 */
export type Call = {
  knows?: "passwords" | "firebase";
  input?: z.ZodType<object>;
  attempt?: AttemptKind;
  hashes?: true;
  ends?: true;
} & (
  | { tells: (body: never) => unknown; does?: never; answers?: never }
  | { does: (input: never, session: Session | null) => Promise<unknown>; tells?: never; answers?: never }
  | { answers: GoogleSignIn["start"]; tells?: never; does?: never }
);
/** Whose session a request carries. */
export type Session = Caller & { email: string; verified: boolean };
type User = { id: string; name: string; email: string; emailVerified: boolean; image?: string | null | undefined };

const userOf = ({ id, name, email, emailVerified, image }: User) => ({
  id,
  name,
  email,
  emailVerified,
  image: image ?? null,
});
const tellsUser = (body: { user: User } | null) => body && { user: userOf(body.user) };
const asItIs = (body: unknown) => body;
const passwords = { knows: "passwords" } as const;

/** The calls that exist, what each takes and what its answer tells: never the session's own token. The rest is not there. */
export const libraryCalls: Readonly<Record<string, Call>> = {
  "POST /api/auth/sign-up/email": {
    ...passwords,
    input: RegisterInput,
    attempt: "sign_up",
    hashes: true,
    tells: tellsUser,
  },
  "POST /api/auth/sign-in/email": { ...passwords, input: LoginInput, attempt: "sign_in", tells: tellsUser },
  // It names no e-mail that one could count by.
  "POST /api/auth/sign-in/firebase": { knows: "firebase", input: IdTokenInput, attempt: "sign_up", tells: tellsUser },
  "POST /api/auth/sign-out": { ends: true, tells: asItIs },
  "POST /api/auth/reset-password": {
    ...passwords,
    input: NewPasswordInput,
    attempt: "mail",
    hashes: true,
    tells: asItIs,
  },
  "POST /api/auth/update-user": { input: ProfileInput, tells: asItIs },
  "GET /api/auth/get-session": { tells: tellsUser },
  "GET /api/auth/token": { tells: asItIs },
  "GET /api/auth/jwks": { tells: asItIs },
};

/** What mails are asked for by, and what their links lead to: ours alone. */
export const mailCalls = ({ db, now, confirmEmail, limitAttempts }: MailParts): Readonly<Record<string, Call>> => ({
  "POST /api/auth/request-password-reset": {
    ...passwords,
    input: ResetInput,
    attempt: "mail",
    does: async ({ email }: ResetInput) => askForReset(db, email, now()),
  },
  "POST /api/auth/send-verification-email": {
    attempt: "mail",
    does: async (_, session) => {
      const { memberId, email, verified } = requireSession(session);
      if (verified) return;
      await limitAttempts("mail", { account: email });
      await askToVerify(db, memberId, now());
    },
  },
  "POST /api/auth/confirm-email": { input: LinkInput, attempt: "mail", does: confirmEmail },
});
/** What members do about their own account, by the session's cookie: ours alone too. */
export const accountCalls = ({
  db,
  now,
  limitAttempts,
  forgiveAttempt,
}: AccountParts): Readonly<Record<string, Call>> => ({
  "GET /api/auth/access": { does: async (_, session) => readAccess(db, requireSession(session), now()) },
  "POST /api/auth/revoke-session": {
    ends: true,
    input: SessionInput,
    does: async (input: SessionInput, session) => endSession(db, requireSession(session), input),
  },
  "POST /api/auth/revoke-other-sessions": {
    ends: true,
    does: async (_, session) => endOtherSessions(db, requireSession(session)),
  },
  "POST /api/auth/change-password": {
    input: ChangePasswordInput,
    attempt: "sign_in",
    does: async (input: ChangePasswordInput, session) => {
      const caller = requireSession(session);
      // Whoever has got hold of a session guesses its password no faster than anybody else.
      await limitAttempts("sign_in", { account: caller.memberId });
      await changePassword(db, caller, input, now());
      await forgiveAttempt("sign_in", caller.memberId);
    },
  },
  "POST /api/auth/change-email": {
    input: ChangeEmailInput,
    attempt: "mail",
    does: async (input: ChangeEmailInput, session) => {
      const caller = requireSession(session);
      await limitAttempts("sign_in", { account: caller.memberId });
      await limitAttempts("mail", { account: input.newEmail });
      await changeEmail(db, caller, input, now());
      await forgiveAttempt("sign_in", caller.memberId);
    },
  },
});

function requireSession(session: Session | null): Session {
  if (!session) throw new Failure("sign_in_required");
  return session;
}

type AccountParts = Attempts & { db: Database; now: () => Date };
type MailParts = {
  db: Database;
  now: () => Date;
  confirmEmail: (input: LinkInput) => Promise<void>;
  limitAttempts: LimitAttempts;
};

/** Signing in with Google: begun by a page of ours, ended where Google sends the window back to. */
export const googleCalls = ({ start, finish }: GoogleSignIn): Readonly<Record<string, Call>> => ({
  "POST /api/auth/sign-in/google": { attempt: "sign_in", answers: start },
  "GET /api/auth/callback/google": { answers: finish },
});
type GoogleSignIn = ReturnType<typeof createGoogleSignIn>;
