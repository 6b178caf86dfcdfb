import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { Failure } from "#domain/failure.ts";
import type { AuthProvider, Caller } from "#domain/identity.ts";
import { isPublicPicture } from "#domain/pictures/rules.ts";
import type { AttemptKind, LimitAttempts } from "#domain/ports.ts";
import { callerOf } from "./caller.ts";
import type { ApiEnv } from "./openapi.ts";
import { requireOwnOrigin } from "./own-origin.ts";
import type { AddressOf } from "./requests.ts";

/** The parts that the identity calls need; `origin` is our public address, or null to trust the request's own. */
export type Identity = {
  auth: AuthProvider;
  limitAttempts: LimitAttempts;
  origin: string | null;
  addressOf: AddressOf;
  /** The addresses of the site's hosts, if addresses can be confirmed. */
  hosts?: ReadonlySet<string>;
};

/** The environment of an identity call, with its caller. */
export type IdentityEnv = ApiEnv & { Variables: Identity & { caller: Caller } };

/**
 * Passes the relevant parts of a request to the identity provider. These calls have exactly one method and one
 * spelling: HEAD does nothing, and `%74oken` is not `token`.
 */
export const knowIdentity = ({ auth, limitAttempts, origin, addressOf, hosts }: Identity) =>
  createMiddleware<IdentityEnv>(async (c, next) => {
    if (c.req.method === "HEAD" || c.req.path !== new URL(c.req.url).pathname) noSuchCall();
    c.set("auth", auth);
    c.set("limitAttempts", limitAttempts);
    c.set("origin", origin);
    c.set("addressOf", addressOf);
    c.set("hosts", hosts ?? new Set());
    c.set("caller", callerOf(c.req.raw, c.env.address, origin));
    await next();
  });

/** Refuses a request that another site's page sent with our visitor's cookies. */
export const ownOrigin = createMiddleware<IdentityEnv>(async (c, next) => {
  requireOwnOrigin(c.req.raw, c.var.origin);
  await next();
});

/** Counts an attempt by the network address, before the request is read. */
export const attempt = (kind: AttemptKind) =>
  createMiddleware<IdentityEnv>(async (c, next) => {
    await c.var.limitAttempts(kind, { address: c.env.address });
    await next();
  });

/** Refuses a call that exists only with a certain part of the provider. */
export const only = (part: (identity: Identity) => unknown) =>
  createMiddleware<IdentityEnv>(async (c, next) => {
    part(c.var);
    await next();
  });

/**
 * The password sign-in, which exists only if we keep the passwords rather than Firebase.
 * @throws Failure no_such_call otherwise
 */
export const passwordsOf = ({ auth }: Identity) => auth.passwords ?? noSuchCall();
export const mailSignInOf = ({ auth }: Identity) => auth.mailSignIn ?? noSuchCall();
export const passkeysOf = ({ auth }: Identity) => auth.passkeys ?? noSuchCall();
export const firebaseOf = ({ auth }: Identity) => auth.firebase ?? noSuchCall();

/** Requires a profile with a public photo. @throws Failure invalid */
export function withPublicPhoto<Profile extends { image?: string | undefined }>(
  c: Context<IdentityEnv>,
  profile: Profile,
) {
  if (profile.image !== undefined && !isPublicPicture(profile.image, c.var.addressOf(c.req.url))) {
    throw new Failure("invalid", [{ path: "image", rule: "rule.picture.private" }]);
  }
  return profile;
}

export function noSuchCall(): never {
  throw new Failure("no_such_call");
}
