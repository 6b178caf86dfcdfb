import type { Insertable, Transaction } from "kysely";
import { searchText } from "#db/fold.ts";
import { type Database, newId, type Schema } from "#db/schema.server.ts";
import { daysAfter, wallClockIn } from "../events/rules.ts";
import { dayColumns } from "../organizing/event-columns.ts";
import { capacityOf } from "../organizing/rules.ts";
import { enqueueAll, type Task, type TaskContext } from "../outbox.ts";
import { datesOf, momentOf } from "../recurrence/dates.ts";
import { parseRRule } from "../recurrence/recurrence.ts";
import { dayOf, type LocalDate, type LocalTime, type Recurrence } from "../recurrence/rules.ts";
import { registerRegulars } from "../regulars/registering.ts";
import { type LockedSeries, lockSeries } from "./locking.ts";
import { datesAtOnce, daysAhead, type TemplateColumn, templateColumns } from "./rules.ts";

/** The state of new occurrences: drafts while their organizer's address is not confirmed. */
type AsDraft = Pick<Insertable<Schema["events"]>, "is_draft" | "review">;

/**
 * Makes the occurrences of a series up to `daysAhead` from now, its first one in any case: those of its rule, from a
 * local day on, for which it has no event, but days that are left out. Its regulars are registered for them. The caller
 * has locked the series.
 * @returns the ids of the new events in the order of their dates
 */
export async function makeDates(
  tx: Transaction<Schema>,
  series: LockedSeries,
  { from, asDraft }: { from: LocalDate; asDraft: AsDraft },
  now: Date,
): Promise<string[]> {
  const today = wallClockIn(now, series.time_zone).date;
  const horizon = daysAfter(today, daysAhead);
  const first = from < today ? today : from;
  const until = first > horizon ? first : horizon;
  const choice = { after: first, before: daysAfter(until, 1), limit: datesAtOnce };
  const starts = datesOf(ruleOf(series), series.anchor, choice);
  const taken = await daysTaken(tx, series, first);
  const rows = starts
    .filter((start) => !taken.has(dayOf(start)))
    .map((start) => occurrenceAt(series, start, now))
    .filter(({ event_date }) => event_date > now)
    .map((row) => ({ ...row, ...asDraft }));
  if (rows.length > 0) await tx.insertInto("events").values(rows).execute();
  await registerRegulars(
    tx,
    series.id,
    rows.map(({ id }) => id),
    now,
  );
  // If there are more than are made at once, the next run goes on after the last one.
  const last = starts.length === datesAtOnce ? starts.at(-1) : undefined;
  const made_until = last ? dayOf(last) : until;
  await tx.updateTable("series").set({ made_until }).where("id", "=", series.id).execute();
  return rows.map(({ id }) => id);
}

/** The rule of a series. We write rules ourselves, so each is one of ours. */
export function ruleOf({ rule, anchor }: Pick<LockedSeries, "rule" | "anchor">): Recurrence {
  const read = parseRRule(rule, anchor);
  if (read === null) throw new Error("not a rule of ours");
  return read;
}

/** The days from a day on that have an occurrence or are left out. */
async function daysTaken(tx: Transaction<Schema>, series: LockedSeries, from: LocalDate): Promise<Set<LocalDate>> {
  const made = await tx
    .selectFrom("events")
    .where("series_id", "=", series.id)
    .where("series_start", ">=", from)
    .select("series_start")
    .execute();
  return new Set([
    ...made.map(({ series_start }) => dayOf(series_start ?? "")),
    ...(await daysLeftOut(tx, series, from)),
  ]);
}

/** The days of a series, from a day on, that are left out. */
export async function daysLeftOut(
  tx: Transaction<Schema>,
  { id }: LockedSeries,
  from: LocalDate,
): Promise<LocalDate[]> {
  const days = tx.selectFrom("series_days_left_out").where("series_id", "=", id).where("day", ">=", from);
  return (await days.select("day").execute()).map(({ day }) => day);
}

/** The row of a new occurrence. */
function occurrenceAt(series: LockedSeries, series_start: LocalTime, now: Date) {
  const template = templateOf(series);
  const event_date = momentOf(series_start, series.time_zone);
  const event_end = new Date(event_date.getTime() + series.minutes * 60_000);
  const typed = { ...template, event_date, event_end };
  return {
    id: newId(),
    series_id: series.id,
    series_start,
    organizer_id: series.organizer_id,
    owner_community_id: series.owner_community_id,
    ...typed,
    ...dayColumns(typed),
    capacity: capacityOf(series.max_participant),
    search_text: searchText(typed),
    created_at: now,
    updated_at: now,
  };
}

/** The columns that an occurrence has from its series. */
export const templateOf = (row: Template): Template =>
  Object.fromEntries(templateColumns.map((column) => [column, row[column]])) as Template;
type Template = Pick<LockedSeries, TemplateColumn>;

/**
 * Makes the dates of one series that are due. Running it twice, or late, makes none twice. A series whose last date is
 * over ends, so that it does not count toward limits.
 * @returns the new events; none while hosts hold back one of its dates
 */
export async function makeDueDates(db: Database, seriesId: string, now: Date) {
  return db.transaction().execute(async (tx) => {
    const series = await lockSeries(tx, seriesId);
    if (!series || series.ended_at) return [];
    const from = daysAfter(series.made_until, 1);
    const organizer = await tx
      .selectFrom("members")
      .where("id", "=", series.organizer_id)
      .where("suspended_at", "is", null)
      .select("id")
      .executeTakeFirst();
    const held = await tx
      .selectFrom("events")
      .where("series_id", "=", series.id)
      .where("is_draft", "=", true)
      .where("event_end", ">=", now)
      .select("id")
      .limit(1)
      .executeTakeFirst();
    if (!organizer || held) return [];
    const made = await makeDates(tx, series, { from, asDraft: { is_draft: false, review: null } }, now);
    if (made.length === 0 && (await isOver(tx, series, now)))
      await tx.updateTable("series").set({ ended_at: now, updated_at: now }).where("id", "=", series.id).execute();
    return made.map((id) => ({ id, owner_community_id: series.owner_community_id }));
  });
}

/** Tests whether all dates of a series are over, and its rule has no more. */
async function isOver(tx: Transaction<Schema>, series: LockedSeries, now: Date): Promise<boolean> {
  const { date, time } = wallClockIn(now, series.time_zone);
  if (datesOf(ruleOf(series), series.anchor, { after: `${date}T${time}`, limit: 1 }).length > 0) return false;
  const toCome = tx.selectFrom("events").where("series_id", "=", series.id).where("event_end", ">=", now);
  return (await toCome.select("id").limit(1).executeTakeFirst()) === undefined;
}

/** Enqueues a task for each series whose next dates are due; once a day for each, even if many instances sweep. */
export async function sweepSeries({ db, now }: Pick<TaskContext, "db" | "now">): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const due = await db
    .selectFrom("series")
    .where("ended_at", "is", null)
    // Without one day, because it may be yesterday in the zone of a series.
    .where("made_until", "<", daysAfter(today, daysAhead - 1))
    .select("id")
    .execute();
  const tasks = due.map(({ id }): Task => {
    return { kind: "make_dates", key: `make_dates:${id}:${today}`, payload: { seriesId: id } };
  });
  await enqueueAll(db, tasks, now);
}
