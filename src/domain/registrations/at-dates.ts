import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";

/** A date of a series, a member's registration there, and the first other event that they have joined at the time. */
export type StandingAtDate = {
  id: string;
  status: "joined" | "waitlisted" | null;
  other: string | null;
  title: string;
  event_date: Date;
  event_end: Date;
};

/** Returns a member's standing at the coming public dates of a series, the soonest first. */
export async function standingsAtDates(
  { db, now }: Pick<Context, "db" | "now">,
  seriesId: string,
  { memberId, limit }: { memberId: string; limit: number },
): Promise<StandingAtDate[]> {
  const { rows } = await sql<StandingAtDate>`
    with joined as materialized (
      select events.id, title, event_date, event_end from registrations join events on events.id = event_id
      where member_id = ${memberId} and status = 'joined' and event_end >= ${now} and cancelled_at is null
        and not is_draft
    )
    select date.id, registrations.status, other.id as other, other.title, other.event_date, other.event_end
    from (
      select id, event_date, event_end from events
      where series_id = ${seriesId} and event_end >= ${now} and not is_draft
      order by event_date, id limit ${limit}
    ) date
    left join registrations on registrations.event_id = date.id and registrations.member_id = ${memberId}
    left join lateral (
      select * from joined
      where joined.id <> date.id and joined.event_date < date.event_end and joined.event_end > date.event_date
        and registrations.status is distinct from 'joined'
      order by joined.event_date, joined.id limit 1
    ) other on true
    order by date.event_date, date.id`.execute(db);
  return rows;
}

/** The registrations of a member at some events, in the order of the events. */
export const registrationsAt = (db: Kysely<Schema>, eventIds: readonly string[], memberId: string) =>
  db
    .selectFrom("registrations")
    .innerJoin("events", "events.id", "registrations.event_id")
    .where("member_id", "=", memberId)
    .where("event_id", "in", eventIds)
    .select(["registrations.id", "event_id", "status"])
    .orderBy("event_date")
    .execute();
