import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { Actor, Context } from "#domain/context.ts";
import { Failure } from "#domain/failure.ts";
import type { AuthProvider } from "#domain/identity.ts";
import type { ApiEnv } from "./openapi.ts";

/** Answers are not kept by anyone between, unless a call says otherwise: most of them are one person's. */
export const noStore = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
});

/** Bodies of more than 64 kB are refused while they arrive, also when they do not say how long they are. */
export const smallBody = bodyLimit({
  maxSize: 64 * 1024,
  onError: () => {
    throw new Failure("too_large");
  },
});

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The body is JSON in UTF-8 and says so. Broken letters are refused, not replaced. */
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

/** The same of a body that may be missing. */
export const readableJson = createMiddleware<ApiEnv>(async (c, next) => {
  const { byteLength } = await c.req.arrayBuffer();
  return byteLength > 0 ? jsonBody(c, next) : next();
});

/**
 * Sets the caller: the member whose bearer token it is, otherwise a visitor. No cookie counts here, so nothing can be
 * forged.
 */
export const knowCaller = ({
  db,
  auth,
  announce,
  now,
}: Omit<Context, "actor" | "now"> & { auth: AuthProvider; now: () => Date }) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const token = c.req.header("Authorization")?.match(/^Bearer +(\S+) *$/i)?.[1];
    const member = token === undefined ? null : await auth.identify(token);
    const actor: Actor = member ? { kind: "member", member } : { kind: "visitor" };
    c.set("context", { db, actor, now: now(), announce });
    await next();
  });
