import { randomBytes } from "node:crypto";
import { type Context, requireMember } from "../context.ts";

/**
 * Makes the secret that names the calendar of the member who asks, in place of the one before, which names nothing from
 * then on.
 * @returns 32 random bytes in base64url
 * @throws Failure sign_in_required
 */
export async function makeCalendar(ctx: Context): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  await keep(ctx, secret);
  return secret;
}

/** Switches the calendar of the member who asks off. @throws Failure sign_in_required */
export const removeCalendar = (ctx: Context): Promise<void> => keep(ctx, null);

async function keep(ctx: Context, secret: string | null): Promise<void> {
  const { id } = requireMember(ctx);
  await ctx.db.updateTable("members").set({ calendar_secret: secret }).where("id", "=", id).execute();
}
