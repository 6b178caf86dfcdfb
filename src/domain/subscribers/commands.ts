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

/** The newsletter of somebody who names no town. */
const everything = { about: "filter", filter: "" } as const;

/**
 * Notes that an e-mail address wants to hear of something, or of everything that is new, near a town or everywhere, by the newsletter; once, whatever its letter case; and mails a
 * link by which its reader says yes, once a day at most while the address is not confirmed. Subscribing again is fine: the answer is the
 * same, so that nobody learns from it who reads what.
 * Specification 2 'Home', newsletter signup, 7 `POST /subscribe`.
 * @throws Failure not_found, event_over, event_cancelled, invalid (filter, also for a town that nobody knows), all of what is to be followed
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
    // The key stays for a month; the address is not to.
    const key = createHash("sha256").update(email).digest("base64url");
    const { confirmed_at } = await tx
      .selectFrom("subscribers")
      .select("confirmed_at")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    // One mail is enough for all that waits, until somebody has answered it.
    const answered = confirmed_at ? `:${await lastAnswer(tx, email)}` : "";
    const day = now.toISOString().slice(0, 10);
    const task = { kind: "confirm_newsletter", payload: { email } } as const;
    await enqueue(tx, { ...task, key: `confirm_newsletter:${key}:${day}${answered}` }, now);
  });
  return shape(Subscribed, { acknowledged: true, insertedId: email });
}

/** The number of the things to which the reader of an address has said yes: with each answer, another mail may ask. */
async function lastAnswer(tx: Kysely<Schema>, email: string): Promise<string> {
  const { rows } = await sql<{ last: string | null }>`
    select max(confirmed_at)::text as last from follows where email = ${email}`.execute(tx);
  return rows[0]?.last ?? "";
}

/**
 * Notes that the reader of an address's mail wants what it was to follow, by the address that was signed into the link; the newsletter,
 * when it follows nothing since. Once confirmed it stays so.
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

/** Ends all that an address follows, by the same link; once more changes nothing. @throws Failure link_broken */
export async function endSubscription({ db }: Pick<Context, "db">, linked: string | null): Promise<Acknowledged> {
  await db.deleteFrom("subscribers").where("email", "=", addressIn(linked)).execute();
  return shape(Acknowledged, { acknowledged: true });
}

/**
 * Puts the member who asks on the newsletter's list, or takes them off it; their address is confirmed, so no mail asks again.
 * @throws Failure sign_in_required, email_unconfirmed, follows_full
 */
export async function setOwnSubscription(ctx: Context, { wanted }: OwnSubscription): Promise<Acknowledged> {
  const { email } = await requireProven(ctx);
  if (wanted) await follow(ctx, everything);
  else await ctx.db.transaction().execute((tx) => endNewsletter(tx, email));
  return shape(Acknowledged, { acknowledged: true });
}

/** What a member follows goes with them to another address, unless somebody there follows something already; before it is theirs. */
export async function moveSubscription(tx: Kysely<Schema>, memberId: string, email: string): Promise<void> {
  await sql`update subscribers set email = ${email} from members
    where members.id = ${memberId} and members.email_verified and subscribers.email = members.email
      and not exists (select from subscribers there where there.email = ${email})`.execute(tx);
}
