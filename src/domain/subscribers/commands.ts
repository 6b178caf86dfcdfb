import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { queryOf } from "../events/rules.ts";
import { addressIn, askToFollow, confirmFollows, endNewsletter, follow } from "../follows/commands.ts";
import { newsletterWithin } from "../follows/rules.ts";
import { targetOf } from "../follows/targets.ts";
import { requireProven } from "../members/queries.ts";
import { enqueue } from "../outbox.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { type OwnSubscription, Subscribed, type SubscribeInput } from "./shapes.ts";

type SubscriberContext = Pick<Context, "db" | "now">;

/** The newsletter of a subscriber who names no town. */
const everything = { about: "filter", filter: "" } as const;

/**
 * Subscribes an e-mail address to something to follow, or to the newsletter, near a town or everywhere; once,
 * regardless of letter case. Mails a link to confirm, at most once a day while the address is unconfirmed. Subscribing
 * again gives the same answer, so that it does not reveal who is subscribed. Specification 2 'Home', newsletter signup,
 * 7 `POST /subscribe`.
 * @throws Failure not_found, event_over, event_cancelled, invalid (filter, also for an unknown town), all about what is
 * to be followed
 */
export async function subscribe(
  ctx: SubscriberContext,
  { email, near = "", follow: wish }: SubscribeInput,
): Promise<Subscribed> {
  const { db, now } = ctx;
  const filter = queryOf({ near, within: newsletterWithin });
  const target = await targetOf(ctx, wish ?? { about: "filter", filter });
  await db.transaction().execute(async (tx) => {
    const wanted = { target, timeZone: wish?.timeZone, ...(!wish && { isNewsletter: true }), now };
    if (!(await askToFollow(tx, email, wanted))) return;
    // The key is kept for a month, but the address must not be.
    const key = createHash("sha256").update(email).digest("base64url");
    const { confirmed_at } = await tx
      .selectFrom("subscribers")
      .select("confirmed_at")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    // A single mail is enough for all pending follows, until the reader has answered it.
    const answered = confirmed_at ? `:${await lastAnswer(tx, email)}` : "";
    const day = now.toISOString().slice(0, 10);
    const task = { kind: "confirm_newsletter", payload: { email } } as const;
    await enqueue(tx, { ...task, key: `confirm_newsletter:${key}:${day}${answered}` }, now);
  });
  return shape(Subscribed, { acknowledged: true, insertedId: email });
}

/** Returns the time of the address's last confirmation: after each answer, another mail may be sent. */
async function lastAnswer(tx: Kysely<Schema>, email: string): Promise<string> {
  const { rows } = await sql<{ last: string | null }>`
    select max(confirmed_at)::text as last from follows where email = ${email}`.execute(tx);
  return rows[0]?.last ?? "";
}

/**
 * Confirms the pending follows of an address, which was signed into the link; if it follows nothing anymore, subscribes
 * it to the newsletter. A confirmation is final.
 * @throws Failure link_broken
 */
export async function confirmSubscription(
  { db, now }: SubscriberContext,
  linked: string | null,
): Promise<Acknowledged> {
  const email = addressIn(linked);
  await db.transaction().execute((tx) => confirmFollows(tx, email, now));
  return shape(Acknowledged, { acknowledged: true });
}

/** Ends all follows of an address, by the same link; repeating it changes nothing. @throws Failure link_broken */
export async function endSubscription({ db }: Pick<Context, "db">, linked: string | null): Promise<Acknowledged> {
  await db.deleteFrom("subscribers").where("email", "=", addressIn(linked)).execute();
  return shape(Acknowledged, { acknowledged: true });
}

/**
 * Subscribes the calling member to the newsletter, or unsubscribes them. Their address is confirmed, so no mail is
 * sent.
 * @throws Failure sign_in_required, email_unconfirmed, follows_full
 */
export async function setOwnSubscription(ctx: Context, { wanted }: OwnSubscription): Promise<Acknowledged> {
  const { email } = await requireProven(ctx);
  if (wanted) await follow(ctx, everything);
  else await ctx.db.transaction().execute((tx) => endNewsletter(tx, email));
  return shape(Acknowledged, { acknowledged: true });
}

/**
 * Moves a member's follows to a new address, unless that address follows something already. Call it before the member's
 * address changes.
 */
export async function moveSubscription(tx: Kysely<Schema>, memberId: string, email: string): Promise<void> {
  await sql`update subscribers set email = ${email} from members
    where members.id = ${memberId} and members.email_verified and subscribers.email = members.email
      and not exists (select from subscribers there where there.email = ${email})`.execute(tx);
}
