import { sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { isBlockedFrom } from "../blocks/queries.ts";
import { registerAtNew, type RegularPerson } from "../registrations/regular.ts";

/**
 * Registers the regulars of a series for its new dates, in the transaction that makes them: in the order of becoming
 * one, up to the capacity of each date, then on its waitlist. Those who are suspended, or whom a block keeps from the
 * series, are left out. Those who pause on a day skip its date. The caller has locked the series.
 */
export async function registerRegulars(
  tx: Transaction<Schema>,
  seriesId: string,
  eventIds: readonly string[],
  now: Date,
): Promise<void> {
  if (eventIds.length === 0) return;
  // Nobody is deleted or suspended between this read and the registrations.
  await sql`
    select id from members where id in (select member_id from regulars where series_id = ${seriesId})
    order by id for key share`.execute(tx);
  const people = sql`(
    select events.id as event_id, regulars.id, regulars.member_id, regulars.name, regulars.phone, regulars.seq,
      coalesce(left(series_start, 10) between paused_from and paused_until, false) as is_paused
    from events join regulars on regulars.series_id = events.series_id
      left join members on members.id = regulars.member_id
    where events.series_id = ${seriesId} and events.id = any(${eventIds}::uuid[]) and not events.is_draft
      and members.suspended_at is null
      and not coalesce(${isBlockedFrom(sql`regulars.member_id`, sql`events`, sql`${now}::timestamptz`)}, false)
  )`;
  await sql`
    insert into regular_skips (regular_id, event_id, by_pause)
    select person.id, event_id, true from ${people} person where is_paused`.execute(tx);
  await registerAtNew(
    tx,
    sql<RegularPerson & { event_id: string; seq: number }>`(select * from ${people} person where not is_paused)`,
    now,
  );
}
