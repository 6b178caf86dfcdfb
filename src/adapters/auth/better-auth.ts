import { betterAuth, type BetterAuthOptions, type BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { jwt } from "better-auth/plugins/jwt";
import { type Database, newId } from "#db/schema.server.ts";
import { asBug } from "#domain/bug.ts";
import type { Log } from "#domain/ports.ts";
import { keptDays } from "#domain/privacy/rules.ts";
import type { firebaseIdentity } from "./firebase-plugin.ts";
import { askToVerify } from "./mail-tasks.ts";
import { cookiePrefix, isSecure } from "./session-cookie.ts";
import { issuerOf, tokenAlgorithm, tokenLifetime } from "./tokens.ts";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { Failure } from "#domain/failure.ts";

/** What Better Auth needs from us; `origin` is our public address, null when it is the request's own. */
export type Settings = { db: Database; secret: string; origin: string | null; now: () => Date; log: Log };
type Parts = Settings & { firebase?: ReturnType<typeof firebaseIdentity> | null };

const times = { createdAt: "created_at", updatedAt: "updated_at" };

/**
 * How Better Auth is set up: our tables and columns, our ids, short-lived tokens, and nothing else. It keeps
 * members and sessions, and is called from within: none of its own paths can be reached. Passwords are ours (`password-sign-in.ts`).
 */
export const authOptions = ({ db, secret, origin, now, log, firebase }: Parts) =>
  ({
    appName: "Goodturn",
    baseURL: issuerOf(origin),
    basePath: "/api/auth",
    secret,
    // With a transaction, a member whose password could not be stored is not stored either.
    database: { db: db.withoutPlugins(), type: "postgres", transaction: true },
    user: {
      modelName: "members",
      fields: { emailVerified: "email_verified", ...times },
      additionalFields: {
        suspendedAt: { type: "date", fieldName: "suspended_at", required: false, input: false, returned: false },
      },
    },
    session: {
      modelName: "sessions",
      expiresIn: sessionLifetime,
      fields: {
        userId: "member_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        ...times,
      },
    },
    account: {
      modelName: "accounts",
      fields: {
        userId: "member_id",
        accountId: "account_id",
        providerId: "provider_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        ...times,
      },
    },
    verification: {
      modelName: "verifications",
      fields: { expiresAt: "expires_at", ...times },
      // Readers of the table cannot follow the links.
      storeIdentifier: "hashed",
    },
    databaseHooks: {
      user: {
        create: {
          async after({ id, emailVerified }) {
            if (!emailVerified) await askToVerify(db, id, now());
          },
        },
      },
      // By our clock: Better Auth knows only this machine's.
      session: {
        create: {
          // Every way of logging in ends here, after whatever it was has proved who it is.
          async before({ userId }, context) {
            // By Better Auth, which may be in a transaction of its own: on the embedded database nobody else would be answered.
            const member: unknown = await context?.context.internalAdapter.findUserById(userId);
            if (isSuspended(member)) throw new APIError("FORBIDDEN", { code: suspendedCode });
            return { data: sessionFrom(now()) };
          },
        },
      },
    },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        schema: {
          jwks: {
            modelName: "jwks",
            fields: {
              publicKey: "public_key",
              privateKey: "private_key",
              createdAt: "created_at",
              expiresAt: "expires_at",
            },
          },
        },
        jwks: { keyPairConfig: { alg: tokenAlgorithm } },
        adapter: { getJwks: (ctx) => usableKeys(ctx.context, secret) },
        jwt: {
          issuer: issuerOf(origin),
          audience: issuerOf(origin),
          expirationTime: tokenLifetime,
          // Who it is stands in `sub`; the rest is read from the member's row whenever it is asked for.
          // It lasts from `iat`, by our clock and not this machine's.
          definePayload: ({ session }) => ({ sid: session.id, iat: Math.floor(now().getTime() / 1000) }),
        },
      }),
      sessionPlugin,
      ...(firebase ? [firebase.plugin] : []),
    ],
    advanced: {
      // Said by ourselves, as Better Auth's own prefix would be the weaker `__Secure-`.
      cookiePrefix: cookiePrefix(origin),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure(origin) },
      database: { generateId: () => newId(), validateSchema: false },
      // Set by `better-auth-calls.ts` from the connection, never by the caller.
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    telemetry: { enabled: false },
    logger: { log: failureLogger(log) },
  }) satisfies BetterAuthOptions;

/** How Better Auth refuses somebody whom a host keeps out. */
export const suspendedCode = "ACCOUNT_SUSPENDED";

const isSuspended = (member: unknown) =>
  typeof member === "object" && member !== null && "suspendedAt" in member && Boolean(member.suspendedAt);

/** How long a session lives that is not used, in seconds. */
const sessionLifetime = keptDays.session * 86_400;

const sessionFrom = (now: Date) => ({
  createdAt: now,
  updatedAt: now,
  expiresAt: new Date(now.getTime() + sessionLifetime * 1000),
});

/** The header in which Better Auth is told the caller's network address. */
export const addressHeader = "x-goodturn-address";

export const createBetterAuth = (parts: Parts) => betterAuth(authOptions(parts));
export type BetterAuth = ReturnType<typeof createBetterAuth>;

type Adapter = { adapter: { findMany<Row>(query: { model: string }): Promise<Row[]> } };
type Key = { id: string; publicKey: string; privateKey: string; createdAt: Date };

/**
 * The signing keys that our secret opens. After a change of the secret there are none, so that a new key is made; with a
 * closed one at the top no token could be had until somebody emptied the table.
 */
async function usableKeys({ adapter }: Adapter, secret: string): Promise<Key[]> {
  const keys = await adapter.findMany<Key>({ model: "jwks" });
  const opened = await Promise.all(
    keys.map(({ privateKey }) =>
      symmetricDecrypt({ key: secret, data: JSON.parse(privateKey) }).then(
        () => true,
        () => false,
      ),
    ),
  );
  return keys.filter((_, index) => opened[index]);
}

/** Writes down what comes with an error of the database; refusals come without. Two sign-ups at once are one of each. */
export const failureLogger =
  (log: Log) =>
  (level: string, message: string, ...details: unknown[]): void => {
    const error = details.find((detail) => detail instanceof Error);
    if (level !== "error" || !error || ("code" in error && error.code === "23505")) return;
    log.failed(`Better Auth: ${message}`, asBug(error));
  };

/** Begins a session of a member who has proved who they are in a way that Better Auth does not know; called from within only. */
const beginSession = createAuthEndpoint(
  "/begin-session",
  { method: "POST", body: z.object({ memberId: z.uuid() }) },
  async (ctx) => {
    const user = await ctx.context.internalAdapter.findUserById(ctx.body.memberId);
    if (!user) throw new Failure("sign_in_required");
    const session = await ctx.context.internalAdapter.createSession(user.id);
    await setSessionCookie(ctx, { session, user });
    return ctx.json({ user, token: session.token });
  },
);

const sessionPlugin = { id: "goodturn-session", endpoints: { beginSession } } satisfies BetterAuthPlugin;
