import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import type { Member } from "./shapes.ts";

/** The caller, with a confirmed address. @throws Failure sign_in_required, email_unconfirmed */
export async function requireProven(ctx: Context): Promise<Member> {
  const member = requireMember(ctx);
  const row = await ctx.db
    .selectFrom("members")
    .select("email_verified")
    .where("id", "=", member.id)
    .executeTakeFirst();
  if (!row?.email_verified) throw new Failure("email_unconfirmed");
  return member;
}

/**
 * Returns the caller if they may write to other people: their address must be confirmed, if the site sends mail.
 * @throws Failure sign_in_required, email_unconfirmed
 */
export async function requireReachable(ctx: Context): Promise<Member> {
  return ctx.sendsMail ? requireProven(ctx) : requireMember(ctx);
}
