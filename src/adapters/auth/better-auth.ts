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

/** Better Auth's environment; `origin` is our public address, or null to use the request's own. */
export type Settings = { db: Database; secret: string; origin: string | null; now: () => Date; log: Log };
type Parts = Settings & { firebase?: ReturnType<typeof firebaseIdentity> | null };

const times = { createdAt: "created_at", updatedAt: "updated_at" };

/**
 * The configuration of Better Auth: our tables, columns and ids, and short-lived tokens. It stores members and
 * sessions, and is called internally only: none of its own paths is reachable. Passwords are ours
 * (`password-sign-in.ts`).
 */
export const authOptions = ({ db, secret, origin, now, log, firebase }: Parts) =>
  ({
    appName: "Goodturn",
    baseURL: issuerOf(origin),
    basePath: "/api/auth",
    secret,
    // A transaction, so that a member whose password cannot be stored is not stored either.
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
      // Set by our clock, because Better Auth uses only this machine's.
      session: {
        create: {
          // Every way of logging in passes here, after it has proved who the person is.
          async before({ userId }, context) {
            // Read by Better Auth, which may have an open transaction: on the embedded database any other query would
            // wait forever.
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
          // The member's id is in `sub`; other data are read from the member's row when needed. The lifetime starts at
          // `iat`, by the database's clock and not this machine's.
          definePayload: ({ session }) => ({ sid: session.id, iat: Math.floor(now().getTime() / 1000) }),
        },
      }),
      sessionPlugin,
      ...(firebase ? [firebase.plugin] : []),
    ],
    advanced: {
      // The prefix is set by us, because Better Auth's own would be the weaker `__Secure-`.
      cookiePrefix: cookiePrefix(origin),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure(origin) },
      database: { generateId: () => newId(), validateSchema: false },
      // The header is set by `better-auth-calls.ts` from the connection, never by the caller.
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    telemetry: { enabled: false },
    logger: { log: failureLogger(log) },
  }) satisfies BetterAuthOptions;

/** The code with which Better Auth refuses a suspended member. */
export const suspendedCode = "ACCOUNT_SUSPENDED";

const isSuspended = (member: unknown) =>
  typeof member === "object" && member !== null && "suspendedAt" in member && Boolean(member.suspendedAt);

/** The lifetime of an unused session, in seconds. */
const sessionLifetime = keptDays.session * 86_400;

const sessionFrom = (now: Date) => ({
  createdAt: now,
  updatedAt: now,
  expiresAt: new Date(now.getTime() + sessionLifetime * 1000),
});

/** The header that gives Better Auth the caller's network address. */
export const addressHeader = "x-goodturn-address";

export const createBetterAuth = (parts: Parts) => betterAuth(authOptions(parts));
export type BetterAuth = ReturnType<typeof createBetterAuth>;

type Adapter = { adapter: { findMany<Row>(query: { model: string }): Promise<Row[]> } };
type Key = { id: string; publicKey: string; privateKey: string; createdAt: Date };

/**
 * Returns the signing keys that our secret can decrypt. After a change of the secret there are none, so a new key is
 * made. If an undecryptable key came first, no token could be issued until the table was emptied.
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

/**
 * Logs messages that come with an error of the database; refusals come without. Two concurrent sign-ups cause one of
 * each.
 */
export const failureLogger =
  (log: Log) =>
  (level: string, message: string, ...details: unknown[]): void => {
    const error = details.find((detail) => detail instanceof Error);
    if (level !== "error" || !error || ("code" in error && error.code === "23505")) return;
    log.failed(`Better Auth: ${message}`, asBug(error));
  };

/** Begins a session of a member who was identified in a way that Better Auth does not know; internal only. */
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
