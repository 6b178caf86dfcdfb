import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type LockedEvent, lockEventOfRegistered } from "../events/locking.ts";
import { daysAfter, wallClockIn } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import { endRegular, registerRegular } from "../registrations/regular.ts";
import { hasEnded, spanOfRow } from "../time-zones/rules.ts";
import { findRegular, lockComing, type Regular, type SeriesOfRegulars } from "./locking.ts";
import { pauseMax } from "./rules.ts";

/** The ids of the events that a change was about. */
type Changed = string[];

/**
 * Notes that a regular does not come to a date, and frees their spot. Repeating it changes nothing.
 * @throws Failure not_found (not a regular, or not a date of the series), event_over
 */
export async function skipIn(
  tx: Transaction<Schema>,
  series: SeriesOfRegulars,
  { memberId, eventId }: { memberId: string; eventId: string },
  now: Date,
): Promise<Changed> {
  const { regular, event } = await regularAt(tx, series, { memberId, eventId }, now);
  await leave(tx, { regular, event, by_pause: false }, now);
  return [event.id];
}

/**
 * Takes a skip back: the regular gets a spot if nobody else has it, otherwise their earlier place on the waitlist.
 * Without a skip nothing changes.
 * @throws Failure not_found, event_over, event_cancelled, under_review
 */
export async function unskipIn(
  tx: Transaction<Schema>,
  series: SeriesOfRegulars,
  { memberId, eventId }: { memberId: string; eventId: string },
  now: Date,
): Promise<Changed> {
  const { regular, event } = await regularAt(tx, series, { memberId, eventId }, now);
  if (event.cancelled_at) throw new Failure("event_cancelled");
  if (event.review) throw new Failure("under_review");
  return (await comeBack(tx, { regular, event }, now)) ? [event.id] : [];
}

/** Finds a member among the regulars of a series, with one of its dates, locked. */
async function regularAt(
  tx: Transaction<Schema>,
  series: SeriesOfRegulars,
  { memberId, eventId }: { memberId: string; eventId: string },
  now: Date,
): Promise<{ regular: Regular; event: LockedEvent }> {
  const regular = await findRegular(tx, series, memberId);
  if (!regular) throw new Failure("not_found");
  const event = await lockEventOfRegistered(tx, eventId);
  if (event.series_id !== series.id) throw new Failure("not_found");
  if (hasEnded(spanOfRow(event), now)) throw new Failure("event_over");
  return { regular, event };
}

/** The first and the last local day of a pause, on the clocks of the series. */
export type Pause = { from: string; until: string };

/**
 * Sets the pause of a regular, or ends it with null: they skip its dates, and come again to coming dates of an earlier
 * pause that are not in it. What they skip themselves stays so.
 * @throws Failure not_found (not a regular), invalid (a pause that is over, upside down or too long)
 */
export async function pauseIn(
  tx: Transaction<Schema>,
  series: SeriesOfRegulars,
  { memberId, pause }: { memberId: string; pause: Pause | null },
  now: Date,
): Promise<Changed> {
  const regular = await findRegular(tx, series, memberId);
  if (!regular) throw new Failure("not_found");
  if (pause) refuseWrong(pause, wallClockIn(now, series.time_zone).date);
  await tx
    .updateTable("regulars")
    .set({ paused_from: pause?.from ?? null, paused_until: pause?.until ?? null })
    .where("id", "=", regular.id)
    .execute();
  const events = await lockComing(tx, series, now);
  const skips = await tx
    .selectFrom("regular_skips")
    .where("regular_id", "=", regular.id)
    .select(["event_id", "by_pause"])
    .execute();
  const skipped = new Map(skips.map(({ event_id, by_pause }) => [event_id, by_pause]));
  const changed: Changed = [];
  for (const event of events) {
    const { date } = wallClockIn(event.event_date, event.time_zone);
    const isPaused = pause !== null && pause.from <= date && date <= pause.until;
    if (isPaused === skipped.has(event.id) || skipped.get(event.id) === false) continue;
    if (isPaused) await leave(tx, { regular, event, by_pause: true }, now);
    else if (!event.is_draft) await comeBack(tx, { regular, event }, now);
    changed.push(event.id);
  }
  return changed;
}

function refuseWrong({ from, until }: Pause, today: string): void {
  const isRight =
    from <= until && until >= today && until <= daysAfter(from, pauseMax) && from <= daysAfter(today, pauseMax);
  if (!isRight) throw new Failure("invalid", [{ path: "until", rule: "rule.regular.pause" }]);
}

type At = { regular: Regular; event: LockedEvent };

async function leave(tx: Transaction<Schema>, { regular, event, by_pause }: At & { by_pause: boolean }, now: Date) {
  const skip = { regular_id: regular.id, event_id: event.id, by_pause };
  await tx
    .insertInto("regular_skips")
    .values(skip)
    .onConflict((conflict) => conflict.columns(["regular_id", "event_id"]).doUpdateSet({ by_pause }))
    .execute();
  const seq = await endRegular(tx, event, regular, now);
  if (seq === null) return;
  // The trigger notes it for what was registered for a regular, and here also for what they joined themselves.
  await tx
    .updateTable("regular_skips")
    .set({ seq })
    .where("regular_id", "=", regular.id)
    .where("event_id", "=", event.id)
    .execute();
}

/** @returns whether there was a skip */
async function comeBack(tx: Transaction<Schema>, { regular, event }: At, now: Date): Promise<boolean> {
  const skip = await tx
    .deleteFrom("regular_skips")
    .where("regular_id", "=", regular.id)
    .where("event_id", "=", event.id)
    .returning("seq")
    .executeTakeFirst();
  if (!skip) return false;
  await registerRegular(tx, event, regular, { seq: skip.seq, now });
  return true;
}
