import { createHash } from "node:crypto";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { enqueue } from "../outbox.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { confirmedAddress } from "./queries.ts";
import { type OwnSubscription, Subscribed, type SubscribeInput } from "./shapes.ts";

type SubscriberContext = Pick<Context, "db" | "now">;

/**
 * Puts an e-mail address on the newsletter's list, once, whatever its letter case, and mails a link by which it is
 * confirmed, once a day at most. Subscribing again is fine: the answer is the same, so that nobody learns from
 * it who reads the newsletter.
 * Specification 2 'Home', newsletter signup, 7 `POST /subscribe`.
 */
export async function subscribe({ db, now }: SubscriberContext, { email }: SubscribeInput): Promise<Subscribed> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("subscribers")
      .values({ email, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // The key stays for a month; the address is not to.
    const key = createHash("sha256").update(email).digest("base64url");
    const day = now.toISOString().slice(0, 10);
    await enqueue(tx, { kind: "confirm_newsletter", key: `confirm_newsletter:${key}:${day}`, payload: { email } }, now);
  });
  return shape(Subscribed, { acknowledged: true, insertedId: email });
}

/**
 * Notes that the reader of an address's mail wants the newsletter there, by the address that was signed into the link; also
 * when they were taken off the list since. Once confirmed it stays so.
 * @throws Failure link_broken
 */
export async function confirmSubscription(
  { db, now }: SubscriberContext,
  linked: string | null,
): Promise<Acknowledged> {
  const email = addressIn(linked);
  await db
    .insertInto("subscribers")
    .values({ email, created_at: now, confirmed_at: now })
    .onConflict((conflict) =>
      conflict.column("email").doUpdateSet({ confirmed_at: now }).where("subscribers.confirmed_at", "is", null),
    )
    .execute();
  return shape(Acknowledged, { acknowledged: true });
}

/** Takes an address off the list, by the same link; once more changes nothing. @throws Failure link_broken */
export async function endSubscription({ db }: Pick<Context, "db">, linked: string | null): Promise<Acknowledged> {
  await db.deleteFrom("subscribers").where("email", "=", addressIn(linked)).execute();
  return shape(Acknowledged, { acknowledged: true });
}

/**
 * Puts the member who asks on the newsletter's list, or takes them off it; their address is confirmed, so no mail asks again.
 * @throws Failure sign_in_required, email_unconfirmed
 */
export async function setOwnSubscription(ctx: Context, { wanted }: OwnSubscription): Promise<Acknowledged> {
  const email = await confirmedAddress(ctx);
  return wanted ? confirmSubscription(ctx, email) : endSubscription(ctx, email);
}

function addressIn(linked: string | null): string {
  if (linked === null) throw new Failure("link_broken");
  return linked;
}
