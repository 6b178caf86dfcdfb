import type { Database } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { addressIn } from "../follows/commands.ts";
import { isNewsletter, listFollowsOf } from "../follows/queries.ts";
import { requireProven } from "../members/queries.ts";
import { shape } from "../shapes.ts";
import { Subscription } from "./shapes.ts";

/** Returns the subscription of the address that was signed into a link. @throws Failure link_broken */
export async function getSubscription({ db }: Pick<Context, "db">, linked: string | null): Promise<Subscription> {
  const email = addressIn(linked);
  const isAsked = (await listFollowsOf(db, email)).some(({ confirmed_at }) => confirmed_at === null);
  const confirmed = await isConfirmed(db, email);
  const state = confirmed === null ? "none" : confirmed && !isAsked ? "confirmed" : "unconfirmed";
  return shape(Subscription, { email, state });
}

/**
 * Returns the calling member's newsletter subscription.
 * @throws Failure sign_in_required, email_unconfirmed (others must not learn what goes to an address)
 */
export async function getOwnSubscription({ db, ...ctx }: Context): Promise<Subscription> {
  const { email } = await requireProven({ db, ...ctx });
  const follows = await listFollowsOf(db, email);
  const newsletter = follows.find(isNewsletter);
  const isOn = newsletter?.confirmed_at && (await isConfirmed(db, email));
  return shape(Subscription, { email, state: newsletter ? (isOn ? "confirmed" : "unconfirmed") : "none" });
}

/** Returns whether an address is confirmed; null if it has no subscription. */
async function isConfirmed(db: Database, email: string): Promise<boolean | null> {
  const row = await db.selectFrom("subscribers").select("confirmed_at").where("email", "=", email).executeTakeFirst();
  return row ? row.confirmed_at !== null : null;
}
