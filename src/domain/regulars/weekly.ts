import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { daysAfter, wallClockIn } from "../events/rules.ts";
import { enqueueAll, type Task, type TaskContext } from "../outbox.ts";
import { registeredAsRegulars } from "../registrations/people.ts";
import { momentIn } from "../time-zones/rules.ts";
import { mailTime } from "./rules.ts";

const hour = 3_600_000;

/**
 * Enqueues one mail for each regular with dates in the week to come, on Monday from 9:00 on their clocks: those of
 * their newsletter, or else of their next date. The key names the Monday, so it goes out once, however often it is
 * swept. After an outage it goes out on the same day, or not at all.
 */
export async function sweepRegulars({ db, now }: Pick<TaskContext, "db" | "now">): Promise<void> {
  const monday = mondayAround(now);
  if (monday === null) return;
  const { rows } = await sql<{ member_id: string; time_zone: string }>`
    select registered.member_id,
      coalesce(min(subscribers.time_zone), (array_agg(events.time_zone order by event_date))[1]) as time_zone
    from events join ${registeredAsRegulars} registered on registered.event_id = events.id
      join members on members.id = registered.member_id
      left join subscribers on subscribers.email = members.email and members.email_verified
        and subscribers.confirmed_at is not null
    where ${isInWeek(now, new Date(now.getTime() + 8 * 24 * hour))}
      and not exists (select from outbox where key = 'regular_week:' || members.id || ':' || ${monday}::text)
    group by registered.member_id`.execute(db);
  const tasks = rows.flatMap(({ member_id: memberId, time_zone }): Task[] => {
    const due = momentIn(time_zone, monday, mailTime);
    if (!due || due > now || wallClockIn(now, time_zone).date !== monday) return [];
    const until = weekEnd(monday, time_zone).toISOString();
    return [{ kind: "regular_week", key: `regular_week:${memberId}:${monday}`, payload: { memberId, until } }];
  });
  await enqueueAll(db, tasks, now);
}

/** The day that is Monday somewhere after 9:00, from UTC+14 to UTC-12; null while there is none. */
function mondayAround(now: Date): string | null {
  for (const shift of [14, 0, -12]) {
    const there = new Date(now.getTime() + shift * hour);
    if (there.getUTCDay() === 1) return there.toISOString().slice(0, 10);
  }
  return null;
}

/** A mail has the dates until noon of the next Monday, because a mail on that morning would come too late for them. */
const weekEnd = (monday: string, timeZone: string): Date =>
  momentIn(timeZone, daysAfter(monday, 7), "12:00") ?? new Date(`${daysAfter(monday, 7)}T12:00:00Z`);

const isInWeek = (now: Date, until: Date) => sql<boolean>`(
  events.series_id is not null and event_date > ${now} and event_date < ${until} and cancelled_at is null and not is_draft
)`;

/** The dates of a regular in a week, the soonest first, with their series. */
export const listWeek = (db: Kysely<Schema>, memberId: string, { now, until }: { now: Date; until: Date }) =>
  db
    .selectFrom(registeredAsRegulars.as("registered"))
    .innerJoin("events", "events.id", "registered.event_id")
    .innerJoin("series", "series.id", "events.series_id")
    .where("registered.member_id", "=", memberId)
    .where(isInWeek(now, until))
    .select(["events.id", "events.title", "events.event_type", "events.location", "events.thumbnail_url"])
    .select(["events.event_date", "events.event_end", "events.time_zone", "registered.status"])
    .select(["series.id as series_id", "series.title as series_title", "series.rule", "series.anchor"])
    .orderBy("event_date")
    .orderBy("events.id")
    .execute();
export type WeekDate = Awaited<ReturnType<typeof listWeek>>[number];
