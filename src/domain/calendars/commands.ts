import { randomBytes } from "node:crypto";
import { type Context, requireMember } from "../context.ts";

/** A secret that names a member's calendar: 32 random bytes in base64url. */
export const newCalendarSecret = (): string => randomBytes(32).toString("base64url");

/**
 * Makes a new secret for the caller's calendar, and so ends the previous one.
 * @returns the secret
 * @throws Failure sign_in_required
 */
export async function makeCalendar(ctx: Context): Promise<string> {
  const secret = newCalendarSecret();
  await keep(ctx, secret);
  return secret;
}

/** Switches off the caller's calendar. @throws Failure sign_in_required */
export const removeCalendar = (ctx: Context): Promise<void> => keep(ctx, null);

async function keep(ctx: Context, secret: string | null): Promise<void> {
  const { id } = requireMember(ctx);
  await ctx.db.updateTable("members").set({ calendar_secret: secret }).where("id", "=", id).execute();
}
