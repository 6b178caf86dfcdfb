import type { Selectable, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type LockedEvent, lockEvents } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import { isId } from "../shapes.ts";

/** A person who comes to each date of a series, as stored. */
export type Regular = Selectable<Schema["regulars"]>;

/**
 * Locks a series, before its dates, so that its regulars change one after another, and not while its next dates are
 * made.
 * @throws Failure not_found, also for an invalid id
 */
export async function lockSeriesOf(tx: Transaction<Schema>, id: string) {
  if (!isId(id)) throw new Failure("not_found");
  const series = await tx
    .selectFrom("series")
    .where("id", "=", id)
    .select(["id", "organizer_id", "owner_community_id", "title", "time_zone", "ended_at"])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!series) throw new Failure("not_found");
  return series;
}
export type SeriesOfRegulars = Awaited<ReturnType<typeof lockSeriesOf>>;

/** Finds a member among the regulars of a series, which is locked. */
export const findRegular = (
  tx: Transaction<Schema>,
  { id }: Pick<SeriesOfRegulars, "id">,
  memberId: string,
): Promise<Regular | undefined> =>
  tx
    .selectFrom("regulars")
    .selectAll()
    .where("series_id", "=", id)
    .where("member_id", "=", memberId)
    .executeTakeFirst();

/** Locks the dates of a series that have not begun and are not canceled, and returns them in the order of time. */
export async function lockComing(
  tx: Transaction<Schema>,
  { id }: Pick<SeriesOfRegulars, "id">,
  now: Date,
): Promise<LockedEvent[]> {
  const rows = await tx
    .selectFrom("events")
    .where("series_id", "=", id)
    .where("event_date", ">", now)
    .where("cancelled_at", "is", null)
    .select("id")
    .execute();
  const events = await lockEvents(
    tx,
    rows.map((row) => row.id),
  );
  // A date may have been moved or canceled before it was locked.
  return events
    .filter((event) => event.series_id === id && event.event_date > now && event.cancelled_at === null)
    .toSorted((one, other) => one.event_date.getTime() - other.event_date.getTime());
}
