import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import { findCalendarEntry } from "../events/queries.ts";
import type { TaskContext, TaskHandlers } from "../outbox.ts";
import { areBlocked } from "../blocks/queries.ts";
import { tellAllOfSpot } from "../registrations/freed-spots.ts";
import { communitySilentMail, newsMail, spotMail } from "./mails.ts";
import { type Hearer, listNewsFor, type News } from "./news.ts";
import { listFollowsOf } from "./queries.ts";

export const followJobs: Pick<TaskHandlers, "follow_news" | "community_silent" | "spot_freed" | "spot_told"> = {
  /** What it reads stays the same, so that a mail that is sent again says the same; whom it tells is counted the first time. */
  async follow_news(ctx, { email, after, until }) {
    const reader = await readerAt(ctx, email);
    if (!reader) return null;
    const found = await listNewsFor(ctx.db, reader, { after, until }, ctx.now);
    if (found.news.length === 0) return null;
    if (ctx.attempt === 1) await countTold(ctx.db, found.news);
    return newsMail(reader, found, ctx);
  },

  /** Tells once, since the migration that wrote it, of communities that the reader still follows. */
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
    if (member && (await areBlocked(ctx.db, member.id, event.organizerId))) return null;
    return spotMail({ email, name: member?.name ?? "" }, event, ctx);
  },
};

/** Counts that one more address is told of these events. */
async function countTold(db: Database, news: readonly News[]): Promise<void> {
  await db
    .insertInto("event_tellings")
    // In one order, so that two that count the same events do not wait for each other.
    .values(news.map(({ event }) => ({ event_id: event._id, addresses: 1 })).toSorted(byEvent))
    .onConflict((conflict) => conflict.column("event_id").doUpdateSet({ addresses: sql`event_tellings.addresses + 1` }))
    .execute();
}

const byEvent = (one: { event_id: string }, other: { event_id: string }) => (one.event_id < other.event_id ? -1 : 1);

/** The reader of an address that is confirmed and still wants mails; null when there is none. */
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

/** The member who has shown that an address is theirs. */
const memberAt = ({ db }: TaskContext, email: string) =>
  db
    .selectFrom("members")
    .select(["id", "name"])
    .where("email", "=", email)
    .where("email_verified", "=", true)
    .executeTakeFirst();
