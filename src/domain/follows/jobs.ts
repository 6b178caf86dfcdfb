import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import { findCalendarEntry } from "../events/queries.ts";
import type { TaskContext, TaskHandlers } from "../outbox.ts";
import { isBlockedAt } from "../blocks/queries.ts";
import { tellAllOfSpot } from "../registrations/freed-spots.ts";
import { communitySilentMail, newsMail, spotMail } from "./mails.ts";
import { type Hearer, listNewsFor, type News } from "./news.ts";
import { listFollowsOf } from "./queries.ts";

export const followJobs: Pick<TaskHandlers, "follow_news" | "community_silent" | "spot_freed" | "spot_told"> = {
  /**
   * A mail that is sent again reads the same data, and so has the same content; its address is counted the first time.
   */
  async follow_news(ctx, { email, after, until }) {
    const reader = await readerAt(ctx, email);
    if (!reader) return null;
    const found = await listNewsFor(ctx.db, reader, { after, until }, ctx.now);
    if (found.news.length === 0) return null;
    if (ctx.attempt === 1) await countTold(ctx.db, found.news);
    return newsMail(reader, found, ctx);
  },

  /** Tells readers once, by a task of a migration, about communities that they still follow. */
  async community_silent(ctx, { email }) {
    const reader = await readerAt(ctx, email);
    const follows = await listFollowsOf(ctx.db, email);
    const names = follows
      .filter(({ about, confirmed_at }) => about === "community" && confirmed_at)
      .map(({ name }) => name);
    return reader && names.length > 0 ? communitySilentMail(reader, names, ctx) : null;
  },

  async spot_freed({ db, now }, { eventId }) {
    await db.transaction().execute((tx) => tellAllOfSpot(tx, eventId, now));
    return null;
  },

  async spot_told(ctx, { eventId, email }) {
    const event = await findCalendarEntry(ctx.db, eventId);
    if (event?.status !== "active" || new Date(event.eventDate) <= ctx.now) return null;
    const member = await memberAt(ctx, email);
    if (member && (await isBlockedAt(ctx.db, eventId, member.id))) return null;
    return spotMail({ email, name: member?.name ?? "" }, event, ctx);
  },
};

/** Counts one more address for these events. */
async function countTold(db: Database, news: readonly News[]): Promise<void> {
  await db
    .insertInto("event_tellings")
    // In a fixed order, so that two transactions with the same events cannot deadlock.
    .values(news.map(({ event }) => ({ event_id: event._id, addresses: 1 })).toSorted(byEvent))
    .onConflict((conflict) => conflict.column("event_id").doUpdateSet({ addresses: sql`event_tellings.addresses + 1` }))
    .execute();
}

const byEvent = (one: { event_id: string }, other: { event_id: string }) => (one.event_id < other.event_id ? -1 : 1);

/** The reader of a confirmed address who still wants mails; null without one. */
async function readerAt(ctx: TaskContext, email: string): Promise<(Hearer & { name: string }) | null> {
  const wanted = await ctx.db
    .selectFrom("subscribers")
    .select("email")
    .where("email", "=", email)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  if (!wanted) return null;
  const member = await memberAt(ctx, email);
  return { email, name: member?.name ?? "", memberId: member?.id ?? null };
}

/** The member who has confirmed an address. */
const memberAt = ({ db }: TaskContext, email: string) =>
  db
    .selectFrom("members")
    .select(["id", "name"])
    .where("email", "=", email)
    .where("email_verified", "=", true)
    .executeTakeFirst();
