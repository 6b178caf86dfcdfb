import { sql } from "kysely";
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
import type { AuthProvider } from "#domain/ports.ts";
import { invalid } from "#domain/refusal.ts";
import { type Caller, changeEmail, changePassword, endOtherSessions, endSession, readAccess } from "./account-calls.ts";
import { limitAttempts } from "./attempts.ts";
import { createBetterAuth, type Settings } from "./better-auth.ts";
import type { FirebaseTokens } from "./firebase.ts";
import { firebaseIdentity } from "./firebase-plugin.ts";
import { createGoogleSignIn, type Google } from "./google.ts";
import { mailLinks } from "./mail-links.ts";
import { askForReset, askToVerify } from "./mail-tasks.ts";
import { requireOwnOrigin } from "./origin.ts";
import { hashBefore } from "./password.ts";
import { asQuestion } from "./question.ts";
import { createStandIn } from "./stand-in.ts";
import { issuerOf, tokenVerifier } from "./tokens.ts";

type Options = Settings & {
  now?: () => Date;
  attemptsPerMinute?: number;
  google?: Google | "stand-in" | null;
  firebase?: FirebaseTokens | null;
};

/**
 * The identity provider that is built in: e-mail and password or Google, kept by Better Auth in our own tables. A session
 * is an http-only cookie; `GET /token` trades it for a short-lived bearer token, which is all that product calls accept.
 * `origin` is our public address, or null to take the request's own host; `attemptsPerMinute` is how often an address may
 * try to sign in or up; `google` is how Google knows us, our stand-in for it, or null for neither. With `firebase` it is
 * Firebase Authentication that knows the passwords and Google, and no longer us; members and sessions stay ours.
 */
export function createBuiltInAuth(options: Options): AuthProvider {
  const { now = () => new Date(), attemptsPerMinute = 30, firebase: idTokens, ...settings } = options;
  const { db, origin } = settings;
  const google = (!idTokens && options.google) || null;
  const firebase = idTokens ? firebaseIdentity(idTokens, { db, now }) : null;
  const betterAuth = createBetterAuth({ ...settings, firebase });
  const countAttempt = limitAttempts(attemptsPerMinute, now);
  const standIn = google === "stand-in" ? createStandIn() : { google: () => google, handle: () => null };
  const links = mailLinks({ db, betterAuth, now });
  const calls: Readonly<Record<string, Call>> = {
    ...libraryCalls,
    ...mailCalls({ db, now, confirmEmail: links.confirmEmail }),
    ...googleCalls(createGoogleSignIn(settings, standIn.google)),
    ...accountCalls(db, now),
  };

  async function handle(request: Request, address: string): Promise<Response> {
    const { pathname } = new URL(request.url);
    const stoodIn = await standIn.handle(request, address);
    if (stoodIn) return stoodIn;
    const call = calls[`${request.method} ${pathname}`];
    if (!call || (call.knows && call.knows !== (firebase ? "firebase" : "passwords")))
      throw new Failure("no_such_call");
    if (request.method === "POST") requireOwnOrigin(request, origin);
    if (call.attempt) countAttempt(address);
    if (call.answers) return call.answers(request, address);

    const input = call.input ? await inputOf(request, call.input) : undefined;
    const session = call.does || (call.ends && firebase) ? await sessionOf(request) : null;
    // Firebase's tokens outlive our sessions, so whoever ends one says from when on they count.
    if (call.ends && session) await firebase?.endTokens(session.memberId);
    if (call.does) return answerWith(await call.does(input as never, session));
    const question = asQuestion(request, { base: issuerOf(origin), address, path: pathname, input });
    const ask = () => betterAuth.handler(question);
    const answer = await (call.hashes ? hashBefore(passwordOf(input), ask) : ask());
    if (!answer.ok) throw await failureOf(answer, db, input);
    return asAnswer(answer, call.tells);
  }

  /** The session that a request's cookie stands for; null for none. */
  async function sessionOf({ headers }: Request): Promise<Session | null> {
    const cookie = headers.get("cookie");
    if (cookie === null) return null;
    const session = await betterAuth.api.getSession({ headers: new Headers({ cookie }) });
    // It also has none where the database cannot be reached. This fails as the database does.
    if (!session) await sql`select 1`.execute(db);
    return (
      session && { memberId: session.user.id, sessionId: session.session.id, verified: session.user.emailVerified }
    );
  }

  const identify = tokenVerifier({ db, origin, now });
  return {
    handle,
    identify: (token) => (firebase?.isIdToken(token) ? firebase.identify(token) : identify(token)),
    makeLink: links.makeLink,
    offersGoogle: google !== null || firebase !== null,
  };
}

/**
 * A call that Better Auth answers, of which `tells` says what is passed on; one that `does` something itself; or one that
 * `answers` all by itself. `knows` is for calls of one provider only: of us, where we keep the passwords, or of Firebase,
 * where it does. `ends` is for those that log a device out.
 */
type Call = {
  knows?: "passwords" | "firebase";
  input?: z.ZodType<object>;
  attempt?: true;
  hashes?: true;
  ends?: true;
} & (
  | { tells: (body: never) => unknown; does?: never; answers?: never }
  | { does: (input: never, session: Session | null) => Promise<unknown>; tells?: never; answers?: never }
  | { answers: GoogleSignIn["start"]; tells?: never; does?: never }
);
type Session = Caller & { verified: boolean };
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
const passwords = { knows: "passwords", attempt: true } as const;

/** The calls that exist, what each takes and what its answer tells: never the session's own token. The rest is not there. */
const libraryCalls: Readonly<Record<string, Call>> = {
  "POST /api/auth/sign-up/email": { ...passwords, input: RegisterInput, hashes: true, tells: tellsUser },
  "POST /api/auth/sign-in/email": { ...passwords, input: LoginInput, tells: tellsUser },
  "POST /api/auth/sign-in/firebase": { knows: "firebase", input: IdTokenInput, attempt: true, tells: tellsUser },
  "POST /api/auth/sign-out": { ends: true, tells: asItIs },
  "POST /api/auth/reset-password": { ...passwords, input: NewPasswordInput, hashes: true, tells: asItIs },
  "POST /api/auth/update-user": { input: ProfileInput, tells: asItIs },
  "GET /api/auth/get-session": { tells: tellsUser },
  "GET /api/auth/token": { tells: asItIs },
  "GET /api/auth/jwks": { tells: asItIs },
};

/** What mails are asked for by, and what their links lead to: ours alone. */
const mailCalls = ({ db, now, confirmEmail }: MailParts): Readonly<Record<string, Call>> => ({
  "POST /api/auth/request-password-reset": {
    ...passwords,
    input: ResetInput,
    does: async ({ email }: ResetInput) => askForReset(db, email, now()),
  },
  "POST /api/auth/send-verification-email": {
    attempt: true,
    does: async (_, session) => {
      const { memberId, verified } = requireSession(session);
      if (!verified) await askToVerify(db, memberId, now());
    },
  },
  "POST /api/auth/confirm-email": { input: LinkInput, attempt: true, does: confirmEmail },
});
/** What members do about their own account, by the session's cookie: ours alone too. */
const accountCalls = (db: Database, now: () => Date): Readonly<Record<string, Call>> => ({
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
    attempt: true,
    does: async (input: ChangePasswordInput, session) => changePassword(db, requireSession(session), input, now()),
  },
  "POST /api/auth/change-email": {
    input: ChangeEmailInput,
    attempt: true,
    does: async (input: ChangeEmailInput, session) => changeEmail(db, requireSession(session), input, now()),
  },
});

function requireSession(session: Session | null): Session {
  if (!session) throw new Failure("sign_in_required");
  return session;
}

type MailParts = { db: Database; now: () => Date; confirmEmail: (input: LinkInput) => Promise<void> };

/** Signing in with Google: begun by a page of ours, ended where Google sends the window back to. */
const googleCalls = ({ start, finish }: GoogleSignIn): Readonly<Record<string, Call>> => ({
  "POST /api/auth/sign-in/google": { attempt: true, answers: start },
  "GET /api/auth/callback/google": { answers: finish },
});
type GoogleSignIn = ReturnType<typeof createGoogleSignIn>;

/** What a request's body says, by our rules. @throws Failure invalid_json, invalid */
async function inputOf(request: Request, schema: z.ZodType<object>): Promise<object> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) throw new Failure("invalid_json");
  const input = schema.safeParse(await jsonOf(request));
  if (!input.success) throw invalid(input.error);
  return input.data;
}

async function jsonOf(request: Request): Promise<unknown> {
  const bytes = await request.arrayBuffer();
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Failure("invalid_json");
  }
}

const answerWith = (body: unknown) =>
  Response.json(body ?? { status: true }, { headers: { "Cache-Control": "no-store" } });

async function asAnswer(answer: Response, tells: NonNullable<Call["tells"]>): Promise<Response> {
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of answer.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return Response.json(tells((await answer.json()) as never), { headers });
}

/** What Better Auth refuses, as one of our failures. */
async function failureOf(answer: Response, db: Database, input: object | undefined): Promise<Error> {
  const { code = "" } = (await answer.json().catch(() => ({}))) as { code?: string };
  if (code.startsWith("USER_ALREADY_EXISTS")) return new Failure("email_taken");
  if (code === "INVALID_EMAIL") return new Failure("invalid", [{ path: "email", rule: "rule.email.format" }]);
  if (code === "INVALID_TOKEN") return new Failure("link_used");
  if (code === "INVALID_EMAIL_OR_PASSWORD") return new Failure("invalid_credentials");
  // Two at once with one address: the second one meets the first one's row.
  if (code === "FAILED_TO_CREATE_USER" && (await isTaken(db, input))) return new Failure("email_taken");
  if (answer.status === 400) return new Failure("invalid");
  // It takes an unreachable database for a session that has ended, among other things. This fails as the database does.
  await sql`select 1`.execute(db);
  if (answer.status === 401) return new Failure("sign_in_required");
  return new Error(`Better Auth answered ${answer.status} ${code}`);
}

/** The password that is about to be hashed, whatever the call names it. */
const passwordOf = (input: object | undefined) => {
  const { password, newPassword } = (input ?? {}) as { password?: string; newPassword?: string };
  return newPassword ?? password ?? "";
};

async function isTaken(db: Database, input: object | undefined): Promise<boolean> {
  const email = input && "email" in input ? String(input.email) : "";
  return (await db.selectFrom("members").select("id").where("email", "=", email).executeTakeFirst()) !== undefined;
}
