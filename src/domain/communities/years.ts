import { type Kysely, sql } from "kysely";
import type { Database, Schema } from "#db/schema.server.ts";
import { amountsOf, type Unit, unitOf } from "../outcomes/rules.ts";
import { peopleFrom } from "./rules.ts";
import type { SumOfType } from "./tables.server.ts";

/** A year of what a community did: people who came, their hours in whole hours, and amounts, the largest first. */
export type YearDone = { year: number; people: number; hours: number; amounts: Amount[] };
type Amount = { unit: Unit | "kilograms"; count: number };

/**
 * The results of a community's events, by year, the latest first, as `countYears` has left them. Years with few people
 * are left out.
 */
export async function listYears(db: Kysely<Schema>, communityId: string): Promise<YearDone[]> {
  const rows = await db
    .selectFrom("community_years")
    .where("community_id", "=", communityId)
    .where("people", ">=", peopleFrom)
    .orderBy("year", "desc")
    .select(["year", "people", "hours", "sums"])
    .execute();
  return rows.map(({ year, people, hours, sums }) => {
    return { year, people, hours: Math.round(hours), amounts: amountsIn(sums) };
  });
}

/** The amounts of several types of events, the largest first. */
function amountsIn(types: readonly SumOfType[]): Amount[] {
  const sums = new Map<Amount["unit"], number>();
  for (const { type, amount, kilograms } of types) {
    for (const { unit, count } of amountsOf({ unit: unitOf[type], amount, kilograms }))
      sums.set(unit, (sums.get(unit) ?? 0) + count);
  }
  return [...sums].map(([unit, count]) => ({ unit, count })).toSorted((one, other) => other.count - one.count);
}

/**
 * Counts the results of a community's public events again, in place of the previous ones. A person who came several
 * times in a year counts once. Counting takes too long for a page: up to a second with 100,000 people.
 */
export async function countYears(db: Database, communityId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Another process that counts an earlier state must not write it after this one. Members who join need not wait.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`community_years:${communityId}`}, 0))`.execute(tx);
    await tx.deleteFrom("community_years").where("community_id", "=", communityId).execute();
    await sql`
      with done as (
        select events.id, left(first_day, 4)::int as year, event_type, total_hours, amount, kilograms
        from events join outcomes on outcomes.event_id = events.id
        where owner_community_id = ${communityId} and not is_draft and cancelled_at is null and came > 0
      ), types as (
        select year, event_type, sum(total_hours) as hours, coalesce(sum(amount), 0) as amount,
          coalesce(sum(kilograms), 0) as kilograms
        from done group by year, event_type
      ), sums as (
        select year, sum(hours) as hours, jsonb_agg(jsonb_build_object(
          'type', event_type, 'amount', amount, 'kilograms', kilograms) order by event_type) as sums
        from types group by year
      ), people as (
        select year, count(distinct coalesce(member_id, person_id)) as people
        from done join outcome_people on outcome_people.event_id = done.id group by year
      )
      insert into community_years (community_id, year, people, hours, sums)
      select communities.id, year, people, hours, sums
      from sums join people using (year) join communities on communities.id = ${communityId}`.execute(tx);
  });
}
