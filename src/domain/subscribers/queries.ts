import type { Database } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { requireProven } from "../members/queries.ts";
import { shape } from "../shapes.ts";
import { Subscription } from "./shapes.ts";

/** The subscription that a link is about, by the address that was signed into it. @throws Failure link_broken */
export async function getSubscription({ db }: Pick<Context, "db">, linked: string | null): Promise<Subscription> {
  if (linked === null) throw new Failure("link_broken");
  return subscriptionOf(db, linked);
}

/**
 * Whether the newsletter goes to the member who asks.
 * @throws Failure sign_in_required, email_unconfirmed (others must not learn what goes to an address)
 */
export async function getOwnSubscription(ctx: Context): Promise<Subscription> {
  return subscriptionOf(ctx.db, await confirmedAddress(ctx));
}

/** The address of the member who asks, which they have confirmed. @throws Failure sign_in_required, email_unconfirmed */
export async function confirmedAddress(ctx: Context): Promise<string> {
  return (await requireProven(ctx)).email;
}

async function subscriptionOf(db: Database, email: string): Promise<Subscription> {
  const row = await db.selectFrom("subscribers").select("confirmed_at").where("email", "=", email).executeTakeFirst();
  const state = row ? (row.confirmed_at ? "confirmed" : "unconfirmed") : "none";
  return shape(Subscription, { email, state });
}
