import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { Actor, Context } from "#domain/context.ts";
import { Failure } from "#domain/failure.ts";
import type { AuthProvider } from "#domain/identity.ts";
import type { LimitAttempts } from "#domain/ports.ts";
import type { ApiEnv } from "./openapi.ts";

/** Returns our public address, with which links in the answer to this URL begin. */
export type AddressOf = (url: string) => string;

/** Forbids caching unless a call allows it, because most answers are for one person. */
export const noStore = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
});

/**
 * The headers of an answer that is the same for every visitor: caches may keep it, but must revalidate it each time. An
 * announcement of one of its `topics` drops it from our cache; without topics, every announcement does. An answer to a
 * member is private.
 */
export const forEveryone = (c: HonoContext<ApiEnv>, ...topics: string[]): Record<string, string> =>
  c.var.context.actor.kind === "member"
    ? { "Cache-Control": "private, no-cache" }
    : { "Cache-Control": "public, no-cache", ...(topics.length > 0 && { "Cache-Tag": topics.join(" ") }) };

const bodyMax = 64 * 1024;
const measured = bodyLimit({
  maxSize: bodyMax,
  onError: () => {
    throw new Failure("too_large");
  },
});

/**
 * Refuses bodies of more than 64 kB, with or without a declared length. Node reads no more than the declared length, so
 * such a body need not be counted as a stream, which would take as long as the rest of the request.
 */
export const smallBody = createMiddleware<ApiEnv>(async (c, next) => {
  const length = c.req.header("Content-Length");
  if (length === undefined || c.req.header("Transfer-Encoding") !== undefined) return measured(c, next);
  if (Number(length) > bodyMax) throw new Failure("too_large");
  await next();
});

/** Applies a step to requests that meet none of the conditions. */
export const unless = (conditions: ((c: HonoContext<ApiEnv>) => boolean)[], step: MiddlewareHandler<ApiEnv>) =>
  createMiddleware<ApiEnv>((c, next) => (conditions.some((isTrue) => isTrue(c)) ? next() : step(c, next)));

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Requires a body of JSON in UTF-8, with the matching content type. Invalid bytes are refused, not replaced. */
export const jsonBody = createMiddleware<ApiEnv>(async (c, next) => {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new Failure("invalid_json");
  const bytes = await c.req.arrayBuffer();
  try {
    JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Failure("invalid_json");
  }
  await next();
});

/** Requires a body to be JSON, but allows an empty one. */
export const readableJson = createMiddleware<ApiEnv>(async (c, next) => {
  const { byteLength } = await c.req.arrayBuffer();
  return byteLength > 0 ? jsonBody(c, next) : next();
});

const readMethods = ["GET", "HEAD", "OPTIONS"];

/**
 * Sets the caller: the member of the bearer token, otherwise a visitor. Cookies do not count here, so other sites
 * cannot forge requests.
 */
export const knowCaller = ({
  db,
  readsFor,
  auth,
  announce,
  sendsMail,
  hosts,
  addressOf,
  now,
}: Pick<Context, "db" | "announce" | "sendsMail" | "hosts"> & {
  readsFor: (gone?: AbortSignal) => Context["db"];
  auth: AuthProvider;
  addressOf: AddressOf;
  now: () => Date;
}) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const token = bearerOf(c);
    const member = token === undefined ? null : await auth.identify(token);
    const actor: Actor = member ? { kind: "member", member } : { kind: "visitor" };
    const isPublicRead = actor.kind === "visitor" && readMethods.includes(c.req.method);
    c.set("context", {
      db: isPublicRead ? readsFor(c.env.gone) : db,
      actor,
      now: now(),
      announce,
      address: addressOf(c.req.url),
      sendsMail,
      hosts,
      provedAt: null,
    });
    await next();
  });

/** The context of a call that may need a recent proof of identity, with the time of the caller's last one. */
export const withProof = async (c: HonoContext<ApiEnv>, { lastProof }: Pick<AuthProvider, "lastProof">) => {
  const { context } = c.var;
  const token = context.actor.kind === "member" ? bearerOf(c) : undefined;
  return { ...context, proof: token === undefined ? null : await lastProof(token) };
};

/** The bearer token of a call. */
export const bearerOf = (c: HonoContext<ApiEnv>): string | undefined =>
  c.req.header("Authorization")?.match(/^Bearer +(\S+) *$/i)?.[1];

/** Limits a member's writing calls, so that a member's program cannot fill the site's disk. */
export const limitWrites = (limitAttempts: LimitAttempts) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const { actor } = c.var.context;
    if (actor.kind === "member" && !readMethods.includes(c.req.method))
      await limitAttempts("write", { account: actor.member.id });
    await next();
  });
