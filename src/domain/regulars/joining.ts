import { type Kysely, sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { isBlockedFrom } from "../blocks/queries.ts";
import { Failure } from "../failure.ts";
import { countAtSeries } from "../registrations/people.ts";
import { endRegular, registerRegular } from "../registrations/regular.ts";
import { findRegular, lockComing, type Regular, type SeriesOfRegulars } from "./locking.ts";
import { datesBefore, regularsMax } from "./rules.ts";

/** The ids of the events that a change was about. */
type Changed = string[];

/**
 * Makes a member a regular of a series by their own wish, and registers them for its coming dates. Repeating it changes
 * nothing.
 * @throws Failure series_over, not_yet_regular, cannot_join, regulars_full
 */
export async function becomeIn(
  tx: Transaction<Schema>,
  series: SeriesOfRegulars,
  memberId: string,
  now: Date,
): Promise<Changed> {
  if (await findRegular(tx, series, memberId)) return [];
  if ((await countDates(tx, series.id, memberId)) < datesBefore) throw new Failure("not_yet_regular");
  return (await makeIn(tx, series, { member_id: memberId, name: null, phone: null }, now)).changed;
}

/** The number of dates of a series for which a member is registered, past ones included. */
export async function countDates(db: Kysely<Schema>, seriesId: string, memberId: string): Promise<number> {
  const { rows } = await sql<{ dates: number }>`select ${countAtSeries(seriesId, memberId)} as dates`.execute(db);
  return rows[0]?.dates ?? 0;
}

/**
 * Makes a person a regular of a series, and registers them for its coming dates, each locked: with a spot if a newcomer
 * would get one, otherwise on the waitlist. The series is locked.
 * @throws Failure series_over, cannot_join (a block), regulars_full
 */
export async function makeIn(
  tx: Transaction<Schema>,
  series: SeriesOfRegulars,
  person: Pick<Regular, "member_id" | "name" | "phone">,
  now: Date,
): Promise<{ id: string; changed: Changed }> {
  if (series.ended_at) throw new Failure("series_over");
  const events = (await lockComing(tx, series, now)).filter(({ is_draft }) => !is_draft);
  if (person.member_id !== null) await refuseMember(tx, series, person.member_id, now);
  const id = newId();
  await tx
    .insertInto("regulars")
    .values({ id, series_id: series.id, ...person, since: now })
    .execute();
  for (const event of events) await registerRegular(tx, event, { id, ...person }, { now });
  return { id, changed: events.map((event) => event.id) };
}

/**
 * Refuses a member whom a block keeps from the series, or with too many series. Their row is locked after the events,
 * as everywhere, so that parallel calls cannot exceed the limit.
 */
async function refuseMember(tx: Transaction<Schema>, series: SeriesOfRegulars, memberId: string, now: Date) {
  const { rows } = await sql<{ is_blocked: boolean }>`
    select ${isBlockedFrom(sql`${memberId}::uuid`, sql`series`, sql`${now}::timestamptz`)} as is_blocked
    from series where id = ${series.id}`.execute(tx);
  if (rows[0]?.is_blocked) throw new Failure("cannot_join");
  const member = await tx
    .selectFrom("members")
    .where("id", "=", memberId)
    .where("suspended_at", "is", null)
    .select("id")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!member) throw new Failure("cannot_join");
  const { count } = await tx
    .selectFrom("regulars")
    .innerJoin("series", "series.id", "regulars.series_id")
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= regularsMax) throw new Failure("regulars_full");
}

/**
 * Ends that a member is a regular, with their registrations for all coming dates; the spots go to the first people on
 * each waitlist. Repeating it changes nothing.
 */
export async function stopIn(
  tx: Transaction<Schema>,
  series: SeriesOfRegulars,
  memberId: string,
  now: Date,
): Promise<Changed> {
  const regular = await findRegular(tx, series, memberId);
  if (!regular) return [];
  const events = await lockComing(tx, series, now);
  for (const event of events) await endRegular(tx, event, regular, now);
  await tx.deleteFrom("regulars").where("id", "=", regular.id).execute();
  return events.map(({ id }) => id);
}
