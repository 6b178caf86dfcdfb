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

/** What the identity calls work with; `origin` is our public address, or null where the request's own is believed. */
export type Identity = {
  auth: AuthProvider;
  limitAttempts: LimitAttempts;
  origin: string | null;
  addressOf: AddressOf;
  /** The addresses of the people who run the site, where any can be confirmed. */
  hosts?: ReadonlySet<string>;
};

/** The same for each call, and where it comes from. */
export type IdentityEnv = ApiEnv & { Variables: Identity & { caller: Caller } };

/**
 * Takes from a request all that the identity provider gets to see of it. These calls have one method and one spelling each:
 * nothing is done for HEAD, and `%74oken` is not `token`.
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

/** Refuses what another site's page has sent with our visitor's cookies. */
export const ownOrigin = createMiddleware<IdentityEnv>(async (c, next) => {
  requireOwnOrigin(c.req.raw, c.var.origin);
  await next();
});

/** Counts an attempt by the network address, before anything of it is read. */
export const attempt = (kind: AttemptKind) =>
  createMiddleware<IdentityEnv>(async (c, next) => {
    await c.var.limitAttempts(kind, { address: c.env.address });
    await next();
  });

/** Refuses a call that exists only where there is such a part of the provider. */
export const only = (part: (identity: Identity) => unknown) =>
  createMiddleware<IdentityEnv>(async (c, next) => {
    part(c.var);
    await next();
  });

/** Signing in by password, where we keep the passwords; by Firebase, where it does. @throws Failure no_such_call elsewhere */
export const passwordsOf = ({ auth }: Identity) => auth.passwords ?? noSuchCall();
export const mailSignInOf = ({ auth }: Identity) => auth.mailSignIn ?? noSuchCall();
export const passkeysOf = ({ auth }: Identity) => auth.passkeys ?? noSuchCall();
export const firebaseOf = ({ auth }: Identity) => auth.firebase ?? noSuchCall();

/** A profile whose photo everybody can reach. @throws Failure invalid */
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
