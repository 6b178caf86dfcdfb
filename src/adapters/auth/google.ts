import { betterAuth } from "better-auth";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { asBug } from "#domain/bug.ts";
import { Failure } from "#domain/failure.ts";
import type { Log } from "#domain/ports.ts";
import type { Caller, GoogleOutcome, GoogleQuery, GoogleSignIn, StandIn } from "#domain/identity.ts";
import { authOptions, failureLogger, type Settings, suspendedCode } from "./better-auth.ts";
import { ask, by, failureOf } from "./better-auth-calls.ts";
import { endForLinking } from "./linking.ts";
import { cookieIn, cookiePrefix } from "./session-cookie.ts";
import { APIError } from "better-auth/api";
import { decodeJwt } from "jose";
import { firstCharacters, oneLine } from "#domain/rules.ts";
import { ProfileInput, ProviderPhoto } from "#domain/members/shapes.ts";
import { nameMax } from "#domain/values/rules.ts";
import { EmailAddress } from "#domain/values/shapes.ts";

/** An OpenID provider, and our registration there: Google's issuer is `https://accounts.google.com`. */
export type Google = { issuer: string; clientId: string; clientSecret: string };

/** The time in which Google must answer the server before it counts as unreachable, in milliseconds. */
const timeout = 10_000;

/**
 * Logging in with Google: authorization code with PKCE, state and nonce, by Better Auth. An instance is bound to the
 * address that is used, because Google sends people back there, and to the provider's discovery document, which is read
 * once. So it is created with the first sign-in, and again if the document could not be read.
 * @param endReplaced ends the session that a caller has brought along, when these cookies begin another
 */
export function createGoogleSignIn(
  settings: Settings,
  client: Google | StandIn | null,
  endReplaced: (caller: Caller, cookies: string[]) => Promise<void>,
): GoogleSignIn {
  const { db, origin, log } = settings;
  let kept: { base: string; auth: ReturnType<typeof createFor> } | undefined;

  /** Returns the provider for a caller: Google, or its stand-in for callers on this machine. */
  function googleFor({ base, local }: Caller): Google | null {
    if (!client || "issuer" in client) return client;
    return local ? { ...client, issuer: `${base}/api/auth/stand-in` } : null;
  }

  async function signInAt(base: string, google: Google) {
    const { auth } = kept?.base === base ? kept : (kept = { base, auth: createFor(base, settings, google) });
    const context = await within(timeout, auth.$context).catch(() => null);
    if (context?.socialProviders.some(({ issuer }) => issuer === google.issuer)) return auth;
    if (kept?.auth === auth) kept = undefined;
    log.warn(`Google: ${google.issuer} does not return its own discovery document.`);
    throw new Failure("google_unreachable");
  }

  async function start(caller: Caller) {
    const google = googleFor(caller);
    if (!google) throw new Failure("no_google_sign_in");
    const auth = await signInAt(caller.base, google);
    const body = { provider: "google", callbackURL: "/", errorCallbackURL: "/", disableRedirect: true };
    const { body: told, cookies } = await ask(db, auth.api.signInSocial({ body, ...by(caller) }));
    if (told.url === undefined) throw new Error("Better Auth returned no address to open");
    return { url: told.url, cookies };
  }

  async function finish(caller: Caller, query: GoogleQuery) {
    const google = googleFor(caller);
    if (!google) throw new Failure("no_such_call");
    // Google is contacted only if a sign-in was begun here.
    if (cookieIn(caller, `${cookiePrefix(origin)}.state`) === null) return end("timeout");
    try {
      const auth = await signInAt(caller.base, google);
      const { headers } = by(caller);
      const asked = auth.api.callbackOAuth({ params: { id: "google" }, query, headers, asResponse: true });
      const answer = await within(timeout, asked);
      if (answer.status >= 500) throw await failureOf({ statusCode: answer.status, body: await answer.json() }, db);
      const cookies = answer.headers.getSetCookie();
      await endReplaced(caller, cookies);
      return end(await outcomeOf(answer, caller.base), cookies);
    } catch (error) {
      if (error instanceof Failure || error instanceof TimedOut) return end("network-request-failed");
      // The window cannot show our refusals.
      failureLogger(log)("error", "the sign-in with Google did not end", error);
      return end("internal-error");
    }
  }

  return { start, finish };
}

const end = (outcome: GoogleOutcome, cookies: string[] = []) => ({ outcome, cookies });

function createFor(baseURL: string, settings: Settings, { issuer, clientId, clientSecret }: Google) {
  const options = authOptions(settings);
  const discoveryUrl = `${issuer}/.well-known/openid-configuration`;
  return betterAuth({
    ...options,
    baseURL,
    account: {
      ...options.account,
      // An existing account is linked only if both Google and we know that the e-mail is its owner's. Otherwise a
      // person who registered another person's address first would share that person's account.
      accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
      updateAccountOnSignIn: false,
    },
    // Google's tokens are not stored, because we never call Google again.
    databaseHooks: {
      ...options.databaseHooks,
      account: {
        create: {
          before: async (account) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } }),
          // Runs before the session of this sign-in begins.
          after: ({ userId }) => linked(settings, userId),
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
            // Lets people choose an account, even when only one is logged in at Google.
            prompt: "select_account",
            getUserInfo: async ({ idToken }) => profileOf(idToken),
            accountSubject: ({ profile }) => String(profile.id),
          },
        ],
      }),
    ],
    logger: { log: googleLogger(settings.log) },
  });
}

const linked = ({ db, now }: Settings, memberId: string) =>
  db.transaction().execute((tx) => endForLinking(tx, { memberId, way: "google", now: now() }));

/** Returns the outcome: Better Auth redirects, with an error in the address or with a session in a cookie. */
async function outcomeOf(answer: Response, base: string): Promise<GoogleOutcome> {
  if (answer.status === 403 && (await answer.text()).includes(unverified)) return "email-unverified";
  const location = answer.headers.get("location");
  const error = location === null ? "none" : new URL(location, base).searchParams.get("error");
  if (error === null) return answer.headers.getSetCookie().some(isSession) ? "ok" : "internal-error";
  // The cookie has the state of the latest sign-in begun in this browser; the first one to end deletes it.
  if (error === "state_mismatch") return "cancelled-popup-request";
  return outcomes[error] ?? "internal-error";
}

const outcomes: Readonly<Record<string, GoogleOutcome>> = {
  access_denied: "access-denied",
  account_not_linked: "account-not-linked",
  email_not_found: "email-missing",
  [suspendedCode]: "suspended",
};

const isSession = (cookie: string) => /^(__Host-)?goodturn\.session_token=[^;]/.test(cookie);

class TimedOut extends Error {}

/** Returns a promise's value, if it comes in time. @throws TimedOut */
async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimedOut()), milliseconds);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * The parts of Google's refusal that may be logged: its code, such as `invalid_client`, in words. The rest might repeat
 * what we sent.
 */
const toldByGoogle = ["error", "error_description", "status"];

const said = (detail: unknown): unknown =>
  detail instanceof Error
    ? asBug(detail)
    : Object.fromEntries(Object.entries(Object(detail)).filter(([name]) => toldByGoogle.includes(name)));

/** The beginning of Better Auth's message if Google rejected the code or our secret. */
const codeRefused = "Failed to validate authorization code";

type Logger = (level: "debug" | "info" | "warn" | "error", message: string, ...details: unknown[]) => void;

/** Warns hosts of faults of Google or in our configuration; an invalid state is neither. */
const googleLogger =
  (log: Log): Logger =>
  (level, message, ...details) => {
    const isBadState = details.some((detail) => detail instanceof Error && detail.name === "BetterAuthError");
    const isGoogles = message === codeRefused || message.startsWith('Provider "google":');
    if (level !== "error" || isBadState) return;
    if (!isGoogles) return failureLogger(log)(level, message, ...details);
    const sentence = message === codeRefused ? "the code was not traded for tokens." : message;
    log.warn(`Google: ${sentence}`, details.map(said));
  };

/** The code for refusing a Google account with an unverified e-mail. */
const unverified = "GOOGLE_EMAIL_UNVERIFIED";

/**
 * Returns the profile in an ID token whose signature, issuer, audience, age and nonce were verified. Values are adapted
 * to our rules, because a name may be anything there. An unusable e-mail is null; without a token there is no profile.
 * @throws APIError `unverified` if Google does not confirm that the e-mail is theirs
 */
function profileOf(idToken: string | undefined) {
  if (idToken === undefined) return null;
  const { sub = "", email, email_verified, name, picture } = decodeJwt(idToken);
  const address = EmailAddress.safeParse(email).data;
  if (address !== undefined && email_verified !== true) throw new APIError("FORBIDDEN", { code: unverified });
  return {
    id: sub,
    email: address ?? null,
    emailVerified: true,
    name: nameOf(name) ?? nameOf(address?.split("@")[0]) ?? "",
    image: ProviderPhoto.parse(picture),
  };
}

/** Returns a claim as a name by our rules, cut to the maximum length; undefined if it is invalid. */
function nameOf(claim: unknown): string | undefined {
  if (typeof claim !== "string") return undefined;
  return ProfileInput.shape.name.safeParse(firstCharacters(oneLine(claim), nameMax)).data;
}
