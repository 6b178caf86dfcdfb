import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { Subscription } from "./shapes.ts";

/** What a link about the newsletter is about, by the address that was signed into it. @throws Failure link_broken */
export async function getSubscription({ db }: Pick<Context, "db">, linked: string | null): Promise<Subscription> {
  if (linked === null) throw new Failure("link_broken");
  const row = await db.selectFrom("subscribers").select("confirmed_at").where("email", "=", linked).executeTakeFirst();
  const state = row ? (row.confirmed_at ? "confirmed" : "unconfirmed") : "none";
  return Subscription.parse({ email: linked, state });
}
