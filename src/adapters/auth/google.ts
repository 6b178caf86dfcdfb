import { betterAuth } from "better-auth";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { sql } from "kysely";
import { Failure } from "#domain/failure.ts";
import type { GoogleOutcome } from "#messages/accounts-google.ts";
import { authOptions, logFailure, type Settings } from "./better-auth.ts";
import { profileOf, unverified } from "./google-profile.ts";
import { outcomePage } from "./popup-page.ts";
import { asQuestion } from "./question.ts";

/** An OpenID provider, and how it knows us: Google's issuer is `https://accounts.google.com`. */
export type Google = { issuer: string; clientId: string; clientSecret: string };

/** Whom a request is to sign in with; null when it is nobody. `base` is our address as the request has it. */
export type GoogleAt = (request: Request, address: string, base: string) => Google | null;

/** Google, asked from a server, answers within this time or is taken for out of reach, in milliseconds. */
const patience = 10_000;

export const callbackPath = "/api/auth/callback/google";

/**
 * Signing in with Google: authorization code with PKCE, state and nonce, by Better Auth. It is made for the address that
 * it is asked at, because Google sends people back there, and with the provider's discovery document, which it reads once;
 * so it is made with the first sign-in, and anew after the document could not be had.
 */
export function createGoogleSignIn(settings: Settings, googleAt: GoogleAt) {
  const { db, origin } = settings;
  const baseOf = (request: Request) => origin ?? new URL(request.url).origin;
  let kept: { base: string; auth: ReturnType<typeof createFor> } | undefined;

  async function signInAt(base: string, google: Google) {
    const { auth } = kept?.base === base ? kept : (kept = { base, auth: createFor(base, settings, google) });
    const context = await within(patience, auth.$context).catch(() => null);
    if (context?.socialProviders.some(({ issuer }) => issuer === google.issuer)) return auth;
    if (kept?.auth === auth) kept = undefined;
    // oxlint-disable-next-line no-console -- for the person who has set it up
    console.warn(`Google: ${google.issuer} does not answer with a discovery document of its own.`);
    throw new Failure("google_unreachable");
  }

  /** Begins a sign-in: sets the state's cookie and answers with the address to open. @throws Failure */
  async function start(request: Request, address: string): Promise<Response> {
    const base = baseOf(request);
    const google = googleAt(request, address, base);
    if (!google) throw new Failure("no_google_sign_in");
    const auth = await signInAt(base, google);
    const input = { provider: "google", callbackURL: "/", errorCallbackURL: "/", disableRedirect: true };
    const path = "/api/auth/sign-in/social";
    const answer = await auth.handler(asQuestion(request, { base, address, path, input }));
    if (!answer.ok) throw await failureOf(answer);
    const { url } = (await answer.json()) as { url: string };
    return Response.json({ url }, { headers: cookiesOf(answer) });
  }

  /** Where Google sends the window back to: ends the sign-in, and answers with a page that tells how. @throws no_such_call */
  async function finish(request: Request, address: string): Promise<Response> {
    const base = baseOf(request);
    const google = googleAt(request, address, base);
    if (!google) throw new Failure("no_such_call");
    // Who has begun nothing here puts nobody to work.
    if (!hasStateCookie(request)) return outcomePage("timeout");
    const path = `${callbackPath}?${returnedBy(request).toString()}`;
    try {
      const auth = await signInAt(base, google);
      const asked = auth.handler(asQuestion(request, { base, address, path }));
      const answer = await within(patience, asked);
      if (answer.status >= 500) throw await failureOf(answer);
      return outcomePage(await outcomeOf(answer, request), cookiesOf(answer));
    } catch (error) {
      if (error instanceof Failure || error instanceof Late) return outcomePage("network-request-failed");
      // The window has no use for our JSON.
      logFailure("error", "the sign-in with Google did not end", error);
      return outcomePage("internal-error");
    }
  }

  /** What is no refusal is a bug, or the database is gone: then this fails as it does. */
  async function failureOf(answer: Response): Promise<Error> {
    await sql`select 1`.execute(db);
    return new Error(`Better Auth answered ${answer.status} ${await answer.text()}`);
  }

  return { start, finish };
}

function createFor(baseURL: string, settings: Settings, { issuer, clientId, clientSecret }: Google) {
  const options = authOptions(settings);
  const discoveryUrl = `${issuer}/.well-known/openid-configuration`;
  return betterAuth({
    ...options,
    baseURL,
    emailAndPassword: { enabled: false },
    account: {
      ...options.account,
      // An account that is there is linked only when Google and we both know that the e-mail is its owner's. Otherwise
      // whoever registered somebody else's address first would get to share the account of the person it belongs to.
      accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
      updateAccountOnSignIn: false,
    },
    // Of Google's tokens nothing is kept: we never ask Google anything again.
    databaseHooks: {
      ...options.databaseHooks,
      account: {
        create: {
          before: async (account) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } }),
        },
      },
    },
    plugins: [
      genericOAuth({
        config: [
          {
            providerId: "google",
            discoveryUrl,
            requireIdTokenVerification: true,
            clientId,
            clientSecret,
            pkce: true,
            scopes: ["openid", "email", "profile"],
            // Who has several accounts is asked which, also when only one is logged in at Google.
            prompt: "select_account",
            getUserInfo: async ({ idToken }) => profileOf(idToken),
            accountSubject: ({ profile }) => String(profile.id),
          },
        ],
      }),
    ],
    logger: { log },
  });
}

/** What Google may say when it sends somebody back; nothing else of the address reaches Better Auth. */
function returnedBy(request: Request): URLSearchParams {
  const { searchParams } = new URL(request.url);
  const known = ["code", "state", "error", "iss"].map((name) => [name, searchParams.get(name)] as const);
  return new URLSearchParams(known.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** How it ended: Better Auth sends people on, with an error in the address or with a session in a cookie. */
async function outcomeOf(answer: Response, request: Request): Promise<GoogleOutcome> {
  if (answer.status === 403 && (await answer.text()).includes(unverified)) return "email-unverified";
  const location = answer.headers.get("location");
  const error = location === null ? "none" : new URL(location, request.url).searchParams.get("error");
  if (error === null) return answer.headers.getSetCookie().some(isSession) ? "ok" : "internal-error";
  // The cookie holds the state of the last sign-in that was begun here; it goes with the first that ends.
  if (error === "state_mismatch") return "cancelled-popup-request";
  return outcomes[error] ?? "internal-error";
}

const outcomes: Readonly<Record<string, GoogleOutcome>> = {
  access_denied: "access-denied",
  account_not_linked: "account-not-linked",
  email_not_found: "email-missing",
};

const isSession = (cookie: string) => /^(__Host-)?goodturn\.session_token=[^;]/.test(cookie);
const hasStateCookie = (request: Request) =>
  /(^|;\s*)(__Host-)?goodturn\.state=/.test(request.headers.get("cookie") ?? "");

function cookiesOf(answer: Response): Headers {
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of answer.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return headers;
}

class Late extends Error {}

/** What a promise holds, if it does in time. @throws Late */
async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Late()), milliseconds);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

type Log = (level: "debug" | "info" | "warn" | "error", message: string, ...details: unknown[]) => void;

/** What Google did wrong, or found wrong with how we are set up, is for the person who runs this; a bad state is nobody's. */
const log: Log = (level, message, ...details) => {
  const isBadState = details.some((detail) => detail instanceof Error && detail.name === "BetterAuthError");
  const isGoogles = message === "" || message.startsWith('Provider "google":');
  if (level !== "error" || isBadState) return;
  if (!isGoogles) return logFailure(level, message, ...details);
  // oxlint-disable-next-line no-console -- for the person who has set it up
  console.warn(`Google: ${message || "the code was not traded for tokens."}`, ...details);
};
