import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import {
  ChangeEmailInput,
  ChangePasswordInput,
  LinkInput,
  LoginInput,
  NewPasswordInput,
  ProfileInput,
  RegisterInput,
  ResetInput,
  SessionInput,
} from "#domain/members/shapes.ts";
import type { AttemptKind, AuthProvider, LimitAttempts } from "#domain/ports.ts";
import { invalid } from "#domain/refusal.ts";
import { type Caller, changeEmail, changePassword, endOtherSessions, endSession, readAccess } from "./account-calls.ts";
import type { Attempts } from "./attempts.ts";
import { createBetterAuth, type Settings } from "./better-auth.ts";
import { createGoogleSignIn, type Google } from "./google.ts";
import { knownDevices } from "./known-device.ts";
import { mailLinks } from "./mail-links.ts";
import { askForReset, askToVerify } from "./mail-tasks.ts";
import { requireOwnOrigin } from "./origin.ts";
import { hashBefore } from "./password.ts";
import { asQuestion } from "./question.ts";
import { replacesSession } from "./session-cookie.ts";
import { createStandIn } from "./stand-in.ts";
import { issuerOf, tokenVerifier } from "./tokens.ts";
import { turns } from "./turns.ts";

/**
 * In milliseconds. A log-in that fails is answered no sooner: it costs one hash whether or not there is such an account, but
 * with an account there is more to read, and that must not be heard either.
 */
const refusalTime = 100;

/**
 * How many log-ins and the like are under way at once. Hashing makes them wait anyway; begun all together, a crowd's would
 * keep the event loop from everybody else for a while.
 */
const inTurn = turns(4);

type Options = Settings & { attempts: Attempts; now?: () => Date; google?: Google | "stand-in" | null };

/**
 * The identity provider that is built in: e-mail and password or Google, kept by Better Auth in our own tables. A session
 * is an http-only cookie; `GET /token` trades it for a short-lived bearer token, which is all that product calls accept.
 * `origin` is our public address, or null to take the request's own host; `attempts` limits how often somebody may try;
 * `google` is how Google knows us, our stand-in for it, or null for neither.
 */
export function createBuiltInAuth(options: Options): AuthProvider {
  const { now = () => new Date(), attempts, google = null, ...settings } = options;
  const { db, origin } = settings;
  const betterAuth = createBetterAuth(settings);
  const devices = knownDevices(settings);
  const standIn = google === "stand-in" ? createStandIn() : { google: () => google, handle: () => null };
  const links = mailLinks({ db, betterAuth, now });
  const calls: Readonly<Record<string, Call>> = {
    ...libraryCalls,
    ...mailCalls({ db, now, confirmEmail: links.confirmEmail, ...attempts }),
    ...accountCalls({ db, now, ...attempts }),
    ...googleCalls(createGoogleSignIn(settings, standIn.google)),
  };

  async function handle(request: Request, address: string): Promise<Response> {
    const { pathname } = new URL(request.url);
    const stoodIn = await standIn.handle(request, address);
    if (stoodIn) return stoodIn;
    const call = calls[`${request.method} ${pathname}`];
    if (!call) throw new Failure("no_such_call");
    if (request.method === "POST") requireOwnOrigin(request, origin);
    if (call.attempt) await attempts.limitAttempts(call.attempt, { address });
    if (call.answers) {
      const answer = await call.answers(request, address);
      if (replacesSession(request, answer, origin)) await endOldSession(request, address);
      return answer;
    }

    const input = call.input ? await inputOf(request, call.input) : undefined;
    // Counted before the password is looked at, so that many at once are no more than their number.
    const logsIn = call.attempt === "sign_in";
    const account = logsIn ? devices.attemptsKey(request, emailOf(input)) : emailOf(input);
    if (call.attempt && account) await attempts.limitAttempts(call.attempt, { account });
    if (call.does) return answerWith(await call.does(input as never, await sessionOf(request)));

    const begun = performance.now();
    const question = asQuestion(request, { base: issuerOf(origin), address, path: pathname, input });
    const ask = () => betterAuth.handler(question);
    const work = () => (call.hashes ? hashBefore(passwordOf(input), ask) : ask());
    const answer = await (call.hashes || logsIn ? inTurn(work) : work());
    if (!answer.ok) {
      if (logsIn) await pause(Math.max(0, begun + refusalTime - performance.now()));
      throw await failureOf(answer, db, input);
    }
    if (logsIn) await attempts.forgiveAttempt("sign_in", account);
    if (replacesSession(request, answer, origin)) await endOldSession(request, address);
    const entered = logsIn || call.attempt === "sign_up";
    return asAnswer(answer, call.tells, entered ? devices.remember(emailOf(input)) : undefined);
  }

  /** Ends the session that a request brought along. */
  const endOldSession = (request: Request, address: string) => {
    const path = "/api/auth/sign-out";
    return betterAuth.handler(asQuestion(request, { base: issuerOf(origin), address, path, method: "POST" }));
  };

  /** The session that a request's cookie stands for; null for none. */
  async function sessionOf({ headers }: Request): Promise<Session | null> {
    const cookie = headers.get("cookie");
    if (cookie === null) return null;
    const session = await betterAuth.api.getSession({ headers: new Headers({ cookie }) });
    // It also has none where the database cannot be reached. This fails as the database does.
    if (!session) await sql`select 1`.execute(db);
    if (!session) return null;
    const { id: memberId, email, emailVerified: verified } = session.user;
    return { memberId, sessionId: session.session.id, email, verified };
  }

  return {
    handle,
    identify: tokenVerifier({ db, origin, now }),
    makeLink: links.makeLink,
    offersGoogle: google !== null,
  };
}

/**
 * A call that Better Auth answers, of which `tells` says what is passed on; one that `does` something itself; or one that
 * `answers` all by itself.
 */
type Call = { input?: z.ZodType<object>; attempt?: AttemptKind; hashes?: true } & (
  | { tells: (body: never) => unknown; does?: never; answers?: never }
  | { does: (input: never, session: Session | null) => Promise<unknown>; tells?: never; answers?: never }
  | { answers: GoogleSignIn["start"]; tells?: never; does?: never }
);
type Session = Caller & { email: string; verified: boolean };
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

/** The calls that exist, what each takes and what its answer tells: never the session's own token. The rest is not there. */
const libraryCalls: Readonly<Record<string, Call>> = {
  "POST /api/auth/sign-up/email": { input: RegisterInput, attempt: "sign_up", hashes: true, tells: tellsUser },
  "POST /api/auth/sign-in/email": { input: LoginInput, attempt: "sign_in", tells: tellsUser },
  "POST /api/auth/sign-out": { tells: asItIs },
  "POST /api/auth/reset-password": { input: NewPasswordInput, attempt: "mail", hashes: true, tells: asItIs },
  "POST /api/auth/update-user": { input: ProfileInput, tells: asItIs },
  "GET /api/auth/get-session": { tells: tellsUser },
  "GET /api/auth/token": { tells: asItIs },
  "GET /api/auth/jwks": { tells: asItIs },
};

/** What mails are asked for by, and what their links lead to: ours alone. */
const mailCalls = ({ db, now, confirmEmail, limitAttempts }: MailParts): Readonly<Record<string, Call>> => ({
  "POST /api/auth/request-password-reset": {
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
const accountCalls = ({ db, now, limitAttempts, forgiveAttempt }: AccountParts): Readonly<Record<string, Call>> => ({
  "GET /api/auth/access": { does: async (_, session) => readAccess(db, requireSession(session), now()) },
  "POST /api/auth/revoke-session": {
    input: SessionInput,
    does: async (input: SessionInput, session) => endSession(db, requireSession(session), input),
  },
  "POST /api/auth/revoke-other-sessions": { does: async (_, session) => endOtherSessions(db, requireSession(session)) },
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
const googleCalls = ({ start, finish }: GoogleSignIn): Readonly<Record<string, Call>> => ({
  "POST /api/auth/sign-in/google": { attempt: "sign_in", answers: start },
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

async function asAnswer(answer: Response, tells: NonNullable<Call["tells"]>, cookie?: string): Promise<Response> {
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const set of answer.headers.getSetCookie()) headers.append("Set-Cookie", set);
  if (cookie) headers.append("Set-Cookie", cookie);
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

const emailOf = (input: object | undefined) => (input && "email" in input ? String(input.email) : "");

async function isTaken(db: Database, input: object | undefined): Promise<boolean> {
  const found = await db.selectFrom("members").select("id").where("email", "=", emailOf(input)).executeTakeFirst();
  return found !== undefined;
}
