import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { Failure } from "#domain/failure.ts";

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

export const sessionPlugin = { id: "goodturn-session", endpoints: { beginSession } } satisfies BetterAuthPlugin;
