import { sql } from "kysely";
import type { MailKind } from "../notification-preferences/rules.ts";
import { enqueue, type TaskContext } from "../outbox.ts";
import { markTold, untoldUntil } from "../registrations/happenings.ts";
import { collected, isNear, lastDigestTime } from "./rules.ts";

type SweepContext = Pick<TaskContext, "db" | "now">;

/** An event with news for one of its organizers, and the mails that the organizer wants. */
type News = {
  organizer_id: string;
  event_id: string;
  event_date: Date;
  time_zone: string;
  /** The id of the first happening, and its time. */
  first: string;
  since: Date;
  wants_digest: boolean;
  wants_last_days: boolean;
};

/**
 * Mails organizers what happened at their events: once a day, in one mail for all events, and at once in the last two
 * days before an event. The transaction that writes the task also marks its happenings as reported, under a key that
 * only one instance can write. So a crash loses nothing, and no happening is reported twice to an organizer. News that
 * an organizer does not want is dropped for them alone.
 */
export async function sweepDigests(ctx: SweepContext): Promise<void> {
  const byOrganizer = Map.groupBy(await listNews(ctx), ({ organizer_id }) => organizer_id);
  for (const [organizerId, news] of byOrganizer) {
    const near = news.filter((each) => each.wants_last_days && isNear({ begin: each.event_date }, ctx.now));
    const rest = news.filter((each) => !near.includes(each));
    await tellAtOnce(ctx, organizerId, near);
    await tellDaily(
      ctx,
      organizerId,
      rest.filter(({ wants_digest }) => wants_digest),
    );
    const unwanted = rest.filter(({ wants_digest }) => !wants_digest).map(({ event_id }) => event_id);
    await markTold(ctx.db, ctx.now, organizerId, { eventIds: unwanted, digest: "unwanted" });
  }
}

/** The SQL value that tells whether an organizer wants a kind of mail. */
const wants = (kind: MailKind) => sql`not exists (
  select from notification_preferences where member_id = untold.organizer_id and kind = ${kind} and not wanted
)`;

async function listNews({ db, now }: SweepContext): Promise<News[]> {
  const { rows } = await sql<News>`
    select untold.organizer_id, events.id as event_id, event_date, time_zone, ${wants("digest")} as wants_digest,
      ${wants("last_days")} as wants_last_days,
      min(untold.id::text) as first, min(happened_at) as since
    from ${untoldUntil(now)} untold join events on events.id = untold.event_id
    where cancelled_at is null and event_end > ${now}
    group by events.id, untold.organizer_id order by events.id, untold.organizer_id`.execute(db);
  return rows;
}

async function tellAtOnce(ctx: SweepContext, organizerId: string, near: News[]): Promise<void> {
  const isDue = near.some(({ since }) => since.getTime() <= ctx.now.getTime() - collected);
  const first = near.map((each) => each.first).toSorted()[0];
  if (isDue && first) await tell(ctx, organizerId, near, "last_days", first);
}

async function tellDaily(ctx: SweepContext, organizerId: string, news: News[]): Promise<void> {
  for (const { since, time_zone } of news) {
    const { date, moment } = lastDigestTime(ctx.now, time_zone);
    // There is one mail a day, also for events in several zones: later happenings go into the next mail.
    if (since <= moment) return tell(ctx, organizerId, news, "digest", date);
  }
}

/** Writes the task that reports all news of some events, unless its key exists. */
async function tell(
  { db, now }: SweepContext,
  memberId: string,
  news: News[],
  kind: "digest" | "last_days",
  which: string,
): Promise<void> {
  const digest = `organizer_news:${kind}:${memberId}:${which}`;
  await db.transaction().execute(async (tx) => {
    const task = { kind: "organizer_news", key: digest, payload: { memberId, digest, kind } } as const;
    const events = news.map(({ event_id }) => event_id);
    if ((await enqueue(tx, task, now)) > 0) await markTold(tx, now, memberId, { eventIds: events, digest });
  });
}
