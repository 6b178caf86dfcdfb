import type { Context } from "../context.ts";
import { Subscribed, type SubscribeInput } from "./shapes.ts";

/**
 * Puts an e-mail address on the newsletter's list, once, whatever its letter case. Who is on it already is welcome again:
 * the answer is the same, so that nobody learns from it who reads the newsletter.
 * Specification 2 'Home', newsletter signup, 7 `POST /subscribe`.
 */
export async function subscribe(ctx: Context, { email }: SubscribeInput): Promise<Subscribed> {
  await ctx.db
    .insertInto("subscribers")
    .values({ email, created_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return Subscribed.parse({ acknowledged: true, insertedId: email });
}
