import { type Kysely, sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { requireProven } from "../members/queries.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { tellFreed } from "../registrations/freed-spots.ts";
import { confirmedAt } from "./queries.ts";
import {
  followsMax,
  hasEnd,
  nextDue,
  type Pace,
  type Timing,
  unansweredMax,
  weekdayDefault,
  hourDefault,
} from "./rules.ts";
import { FollowBegun, FollowEnded, type FollowInput, type TimingInput } from "./shapes.ts";
import { type Target, targetOf } from "./targets.ts";

type Tx = Transaction<Schema>;
type Asked = Pick<Context, "db" | "now">;

/** The target of a follow, and the time zone of the person who follows it. */
type Wanted = { target: Target; timeZone: string | undefined; isNewsletter?: boolean };

/**
 * Starts a follow of the caller; repeating it changes nothing. Followers get a mail once a week, or once a day for
 * filters with a last day, until they choose otherwise.
 * @throws Failure sign_in_required, email_unconfirmed, not_found, event_over, event_cancelled, follows_full, invalid
 * (filter)
 */
export async function follow(ctx: Context, input: FollowInput): Promise<FollowBegun> {
  const { email } = await requireProven(ctx);
  const wanted = { target: await targetOf(ctx, input), timeZone: input.timeZone };
  const id = await ctx.db.transaction().execute(async (tx) => {
    await haveAddress(tx, email, { ...wanted, now: ctx.now, isConfirmed: true });
    return addFollow(tx, email, { ...wanted, now: ctx.now, isConfirmed: true });
  });
  return shape(FollowBegun, { acknowledged: true, insertedId: id });
}

/**
 * Records the follow that a visitor asks for, until the reader of the address confirms it. The result does not reveal
 * what the address follows: existing follows, and requests above the limit, change nothing.
 * @returns whether there is anything to confirm
 */
export async function askToFollow(tx: Tx, email: string, wanted: Wanted & { now: Date }) {
  const { target, timeZone, now } = wanted;
  await haveAddress(tx, email, { ...wanted, isConfirmed: false });
  await tx
    .deleteFrom("follows")
    .where("email", "=", email)
    .where("confirmed_at", "is", null)
    .where("created_at", "<=", new Date(now.getTime() - 86_400_000))
    .execute();
  const { unanswered } = await countsOf(tx, email);
  if (unanswered >= unansweredMax) return true;
  await addFollow(tx, email, { target, timeZone, now, isConfirmed: false });
  return (await countsOf(tx, email)).unanswered > 0;
}

/**
 * Confirms, as the reader of an address, all of its requests. An address that then follows nothing gets the newsletter
 * for everything.
 */
export async function confirmFollows(tx: Tx, email: string, now: Date): Promise<void> {
  const everything = await targetOf({ db: tx, now }, { about: "filter", filter: "" });
  await haveAddress(tx, email, { target: everything, timeZone: undefined, now, isConfirmed: true });
  const asked = await tx
    .selectFrom("follows")
    .select("filter")
    .where("email", "=", email)
    .where("confirmed_at", "is", null)
    .where(isChosen)
    .execute();
  if (asked.length > 0) await hasten(tx, email, paceFor(asked.map(({ filter }) => filter)), now);
  await tx
    .updateTable("follows")
    .set({ confirmed_at: now })
    .where("email", "=", email)
    .where("confirmed_at", "is", null)
    .execute();
  const { all } = await countsOf(tx, email);
  if (all === 0) await addFollow(tx, email, { target: everything, timeZone: undefined, now, isConfirmed: true });
}

/** Ends a follow of the caller; an unknown one changes nothing. @throws Failure sign_in_required, email_unconfirmed */
export async function endOwnFollow(ctx: Context, id: string): Promise<FollowEnded> {
  return endFollow(ctx, (await requireProven(ctx)).email, id);
}

/** Ends a follow of the address signed into a mail's link. @throws Failure link_broken */
export const endLinkedFollow = (ctx: Asked, linked: string | null, id: string): Promise<FollowEnded> =>
  endFollow(ctx, addressIn(linked), id);

async function endFollow({ db }: Asked, email: string, id: string): Promise<FollowEnded> {
  if (!isId(id)) return shape(FollowEnded, { acknowledged: true, modifiedCount: 0 });
  const modifiedCount = await db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("follows")
      .where("email", "=", email)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await forgetIdle(tx, email);
    return Number(numDeletedRows);
  });
  return shape(FollowEnded, { acknowledged: true, modifiedCount });
}

/** Ends the newsletter of an address, and none of its other follows. */
export async function endNewsletter(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("follows").where("email", "=", email).where("filter", "=", "").execute();
  await forgetIdle(tx, email);
}

/**
 * Sets the times of the caller's mails about follows.
 * @throws Failure sign_in_required, email_unconfirmed, not_found (they follow nothing)
 */
export async function setOwnTiming(ctx: Context, input: TimingInput): Promise<Acknowledged> {
  return setTiming(ctx, (await requireProven(ctx)).email, input);
}

/** Sets the times for the address signed into a mail's link. @throws Failure link_broken, not_found */
export const setLinkedTiming = (ctx: Asked, linked: string | null, input: TimingInput): Promise<Acknowledged> =>
  setTiming(ctx, addressIn(linked), input);

async function setTiming({ db, now }: Asked, email: string, timing: Timing): Promise<Acknowledged> {
  const { pace, weekday, hour, timeZone: time_zone } = timing;
  const { numUpdatedRows } = await db
    .updateTable("subscribers")
    .set({ pace, weekday, hour, time_zone, due_at: pace === "at_once" ? now : nextDue(timing, now) })
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Failure("not_found");
  return shape(Acknowledged, { acknowledged: true });
}

export function addressIn(linked: string | null): string {
  if (linked === null) throw new Failure("link_broken");
  return linked;
}

/** The filters of newsletters: everything, or events near a town. */
const newsletters = "^(near=[^&]*(&within=[0-9]+)?)?$";
/** The condition that a follow is not a newsletter. */
const isChosen = sql<boolean>`coalesce(filter, 'no filter') !~ ${newsletters}`;

type Adding = Wanted & { now: Date; isConfirmed: boolean };

/** The first pace of people who follow these filters; only the newsletter is monthly. */
const paceFor = (filters: readonly (string | null)[]): Pace =>
  filters.some((filter) => hasEnd(filter ?? "")) ? "daily" : "weekly";

/** Creates or locks the row of an address, so that parallel requests cannot exceed the limit of follows. */
async function haveAddress(tx: Tx, email: string, { target, timeZone = "UTC", now, isConfirmed, ...wish }: Adding) {
  const filter = "filter" in target ? target.filter : null;
  const isNews = wish.isNewsletter ?? filter === "";
  const chosen = paceFor([filter]);
  const pace = isNews ? "monthly" : chosen;
  const timing = { pace, weekday: weekdayDefault, hour: hourDefault } as const;
  await tx
    .insertInto("subscribers")
    .values({
      email,
      ...timing,
      time_zone: timeZone,
      due_at: nextDue({ ...timing, timeZone }, now),
      told_until: await lastNumber(tx),
      confirmed_at: isConfirmed ? now : null,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column("email").doUpdateSet((eb) => ({
        confirmed_at: eb.fn.coalesce("subscribers.confirmed_at", eb.val(isConfirmed ? now : null)),
      })),
    )
    .execute();
  if (!isNews && isConfirmed) await hasten(tx, email, chosen, now);
}

/** A reader who adds a first follow to the newsletter should not wait a month for its news. */
async function hasten(tx: Tx, email: string, pace: Pace, now: Date): Promise<void> {
  const chosen = tx
    .selectFrom("follows")
    .select("id")
    .where("email", "=", email)
    .where("confirmed_at", "is not", null)
    .where(isChosen);
  const monthly = await tx
    .selectFrom("subscribers")
    .select(["weekday", "hour", "time_zone"])
    .where("email", "=", email)
    .where("pace", "=", "monthly")
    .where((eb) => eb.not(eb.exists(chosen)))
    .executeTakeFirst();
  if (!monthly) return;
  const { weekday, hour, time_zone } = monthly;
  const due_at = nextDue({ pace, weekday, hour, timeZone: time_zone ?? "UTC" }, now);
  await tx.updateTable("subscribers").set({ pace, due_at }).where("email", "=", email).execute();
}

/** @returns the id of the follow, new or existing. @throws Failure follows_full */
async function addFollow(tx: Tx, email: string, { target, now, isConfirmed }: Adding): Promise<string> {
  const { confirmed } = await countsOf(tx, email);
  const id = newId();
  const row = {
    id,
    email,
    ...target,
    since: await lastNumber(tx),
    confirmed_at: isConfirmed ? now : null,
    created_at: now,
  };
  await tx
    .insertInto("follows")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const column = (["organizer_id", "event_id", "filter"] as const).find((name) => name in target)!;
  const there = await tx
    .selectFrom("follows")
    .select(["id", "confirmed_at"])
    .where("email", "=", email)
    .where(sql<boolean>`${sql.ref(column)} = ${(target as Record<string, unknown>)[column]}`)
    .executeTakeFirstOrThrow();
  if (there.id === id && isConfirmed && confirmed >= followsMax) throw new Failure("follows_full");
  if (isConfirmed && there.confirmed_at === null)
    await tx.updateTable("follows").set({ confirmed_at: now }).where("id", "=", there.id).execute();
  if ("event_id" in target && isConfirmed) await tellFreed(tx, target.event_id, now);
  return there.id;
}

/**
 * The number of an address's follows and requests that can still have news; the caller has locked the row of the
 * address.
 */
async function countsOf(tx: Tx, email: string) {
  const { rows } = await sql<{ all: number; confirmed: number; unanswered: number }>`
    select count(*)::int as all, count(${confirmedAt})::int as confirmed, count(*) filter (where ${confirmedAt} is null)::int as unanswered
    from follows join subscribers on subscribers.email = follows.email where follows.email = ${email}`.execute(tx);
  return rows[0] ?? { all: 0, confirmed: 0, unanswered: 0 };
}

/** The number of the last publication reported to followers. */
export async function lastNumber(tx: Kysely<Schema>): Promise<number> {
  const { last } = await tx
    .selectFrom("publications")
    .select((eb) => eb.fn.max("number").as("last"))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Deletes an address without any follows. */
const forgetIdle = (tx: Tx, email: string) =>
  sql`delete from subscribers where email = ${email} and not exists (select from follows where follows.email = subscribers.email)`.execute(
    tx,
  );
