import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Cookies } from "#domain/identity.ts";
import type { User } from "#domain/members/shapes.ts";
import type { IdentityEnv } from "./auth-requests.ts";

/** States in the document that a call requires the session's cookie. */
export const session = [{ session: [] }];

export const Done = z.object({ status: z.literal(true) });

/** Answers with the provider's result and sets its cookies. It marks hosts as such. */
export function reply<Answer extends Cookies & { user?: User | null }>(
  c: Context<IdentityEnv>,
  { cookies, ...answer }: Answer,
) {
  setCookies(c, { cookies });
  const { user } = answer;
  const isHost = user?.emailVerified && c.var.hosts?.has(user.email);
  return c.json(isHost ? { ...answer, user: { ...user, isHost: true as const } } : answer, 200);
}

/** Acknowledges work once it is done. */
export async function done(c: Context<IdentityEnv>, work: Promise<Cookies | void>) {
  const answer = await work;
  if (answer) setCookies(c, answer);
  return c.json({ status: true as const }, 200);
}

export function setCookies(c: Context<IdentityEnv>, { cookies }: Cookies): void {
  for (const cookie of cookies) c.header("Set-Cookie", cookie, { append: true });
}
