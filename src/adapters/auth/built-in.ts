import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import type { AuthProvider } from "#domain/ports.ts";
import { invalid } from "#domain/refusal.ts";
import type { Attempts } from "./attempts.ts";
import { createBetterAuth, type Settings } from "./better-auth.ts";
import { accountCalls, type Call, googleCalls, libraryCalls, mailCalls, type Session } from "./calls.ts";
import { limitConcurrency } from "./concurrency.ts";
import type { FirebaseTokens } from "./firebase.ts";
import { firebaseIdentity } from "./firebase-plugin.ts";
import { createGoogleSignIn, type Google } from "./google.ts";
import { knownDevices } from "./known-device.ts";
import { mailLinks } from "./mail-links.ts";
import { requireOwnOrigin } from "./origin.ts";
import { hashBefore } from "./password.ts";
import { asQuestion } from "./question.ts";
import { replacesSession } from "./session-cookie.ts";
import { createStandIn } from "./stand-in.ts";
import { issuerOf, tokenVerifier } from "./tokens.ts";

/**
 * In milliseconds. A log-in that fails is answered no sooner: it costs one hash whether or not there is such an account, but
 * with an account there is more to read, and that must not be heard either.
 */
const refusalTime = 100;

/**
 * How many log-ins and the like are under way at once. Hashing makes them wait anyway; begun all together, a crowd's would
 * keep the event loop from everybody else for a while.
 */
const whenFree = limitConcurrency(4);

type Options = Settings & {
  attempts: Attempts;
  now?: () => Date;
  google?: Google | "stand-in" | null;
  firebase?: FirebaseTokens | null;
};

/**
 * The identity provider that is built in: e-mail and password or Google, kept by Better Auth in our own tables. A session
 * is an http-only cookie; `GET /token` trades it for a short-lived bearer token, which is all that product calls accept.
 * `origin` is our public address, or null to take the request's own host; `attempts` limits how often somebody may try;
 * `google` is how Google knows us, our stand-in for it, or null for neither. With `firebase` it is Firebase Authentication
 * that knows the passwords and Google, and no longer us; members and sessions stay ours.
 */
export function createBuiltInAuth(options: Options): AuthProvider {
  const { now = () => new Date(), attempts, firebase: idTokens, ...settings } = options;
  const { db, origin } = settings;
  const google = (!idTokens && options.google) || null;
  const firebase = idTokens ? firebaseIdentity(idTokens, { db, now }) : null;
  const betterAuth = createBetterAuth({ ...settings, firebase });
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
    if (!call || (call.knows && call.knows !== (firebase ? "firebase" : "passwords")))
      throw new Failure("no_such_call");
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
    const session = call.does || (call.ends && firebase) ? await sessionOf(request) : null;
    // Firebase's tokens outlive our sessions, so whoever ends one says from when on they count.
    if (call.ends && session) await firebase?.endTokens(session.memberId);
    if (call.does) return answerWith(await call.does(input as never, session));

    const begun = performance.now();
    const question = asQuestion(request, { base: issuerOf(origin), address, path: pathname, input });
    const ask = () => betterAuth.handler(question);
    const work = () => (call.hashes ? hashBefore(passwordOf(input), ask) : ask());
    const answer = await (call.hashes || logsIn ? whenFree(work) : work());
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

  const identify = tokenVerifier({ db, origin, now });
  return {
    handle,
    identify: (token) => (firebase?.isIdToken(token) ? firebase.identify(token) : identify(token)),
    makeLink: links.makeLink,
    offersGoogle: google !== null || firebase !== null,
  };
}

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
