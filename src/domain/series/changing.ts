import type { Kysely, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { daysAfter, wallClockIn } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import { changedEvent } from "../organizing/event-columns.ts";
import { changedPoint } from "../organizing/point-columns.ts";
import type { EventChanges } from "../organizing/shapes.ts";
import { datesOf, momentOf } from "../recurrence/dates.ts";
import { toRRule } from "../recurrence/recurrence.ts";
import { dayOf, type LocalDate, type LocalTime, startProblem } from "../recurrence/rules.ts";
import { isId } from "../shapes.ts";
import { lockOccurrences, type LockedSeries, type Occurrence } from "./locking.ts";
import { daysLeftOut, ruleOf, templateOf } from "./making.ts";
import { datesAtOnce, moveDays, type TemplateColumn } from "./rules.ts";
import type { SeriesChanges, SeriesUpdate } from "./shapes.ts";

/** A date that a change leaves in the series, as it was and as it becomes. */
export type Staying = { was: Occurrence; is: Occurrence; kept: string[] };
/** A date with people whose day the new rule lacks, with the nearest new date that is free. */
export type Misfit = { event: Occurrence; people: number; nearest: LocalTime | null };

/** All consequences of a change of a series, before anything is written. */
export type Plan = {
  change: Change;
  /** The first local day that changes. */
  from: LocalDate;
  staying: Staying[];
  misfits: Misfit[];
  /** The dates without people whose day the new rule lacks. */
  empty: Occurrence[];
};

/**
 * Works out what a change of a series does to each of its dates that have not begun, from the named one on. A field
 * flows to a date that has the series' value; what was changed for one date alone stays. A date keeps its day, and a
 * new time of day moves it. If the rule changes, dates on other days go: those without people, and those with people
 * as their organizer chooses.
 * @throws Failure not_found (`from` is of another series), under_review, invalid, series_over (no date is left)
 */
export async function planChange(
  tx: Transaction<Schema>,
  ctx: Context,
  series: LockedSeries,
  input: SeriesUpdate,
): Promise<Plan> {
  const from = await firstDay(tx, series, input.from, ctx.now);
  const dates = (await lockOccurrences(tx, series, from, ctx.now)).filter(({ event_date }) => event_date > ctx.now);
  if (dates.some(({ review }) => review === "hidden")) throw new Failure("under_review");
  const active = dates.filter(({ cancelled_at }) => cancelled_at === null);
  const [next] = active;
  if (!next) throw new Failure("series_over");

  const after = await changedSeries(tx, ctx, series, next, input, from);
  const slots = slotsOf(after, from, { dates, leftOut: await daysLeftOut(tx, series, from) }, ctx.now);
  const isNewRule = input.repeats !== undefined;
  const fits = (event: Occurrence) => !isNewRule || slots.has(dayOf(event.series_start));
  const change = { before: series, after, fields: fieldsOf(input.changes), also: new Set(input.also) };
  const staying = active.filter(fits).map((event) => onDay(ctx, event, change, dayOf(event.series_start)));
  const lost = active.filter((event) => !fits(event));
  const people = await peopleAt(tx, lost);
  const taken = new Set(dates.filter(fits).map((event) => dayOf(event.series_start)));
  const misfits: Misfit[] = [];
  for (const event of lost.filter(({ id }) => people.has(id))) {
    const nearest = nearestOf(slots, dayOf(event.series_start), taken);
    if (nearest) taken.add(dayOf(nearest));
    misfits.push({ event, people: people.get(event.id) ?? 0, nearest });
  }
  return { change, from, staying, misfits, empty: lost.filter(({ id }) => !people.has(id)) };
}

/** The first local day that a change reaches. @throws Failure not_found */
async function firstDay(
  tx: Transaction<Schema>,
  series: LockedSeries,
  eventId: string | undefined,
  now: Date,
): Promise<LocalDate> {
  if (eventId === undefined) return wallClockIn(now, series.time_zone).date;
  const event = isId(eventId)
    ? await tx
        .selectFrom("events")
        .where("id", "=", eventId)
        .where("series_id", "=", series.id)
        .select("series_start")
        .executeTakeFirst()
    : null;
  if (!event?.series_start) throw new Failure("not_found");
  return dayOf(event.series_start);
}

/** The row of a changed series. @throws Failure invalid */
async function changedSeries(
  tx: Transaction<Schema>,
  ctx: Context,
  series: LockedSeries,
  next: Occurrence,
  { changes, repeats, first }: SeriesUpdate,
  from: LocalDate,
): Promise<LockedSeries> {
  // The rules for changing an event hold for a series too: it is changed as a date that has its values and no people.
  const asEvent = { ...next, ...templateOf(series), taken: 0, held: 0 };
  const fields = fieldsOf(changes);
  const where = await changedPoint(tx, asEvent, fields);
  const template = templateOf(changedEvent(asEvent, fields, { ...ctx, where }));
  const time = changes.startTime ?? series.anchor.slice(11);
  const minutes = changes.minutes ?? series.minutes;
  if (repeats === undefined) {
    const anchor = `${dayOf(series.anchor)}T${time}`;
    return { ...series, ...template, anchor, minutes, updated_at: ctx.now };
  }
  if (first === undefined || first < from || first > daysAfter(from, 366))
    throw new Failure("invalid", [{ path: "first", rule: "rule.series.first" }]);
  const anchor = `${first}T${time}`;
  const problem = startProblem(repeats, anchor);
  if (problem) throw new Failure("invalid", [{ path: `repeats.${problem.field}`, rule: problem.error }]);
  return { ...series, ...template, rule: toRRule(repeats, anchor), anchor, minutes, updated_at: ctx.now };
}

/** The changes of a series that are those of an event. */
const fieldsOf = ({ startTime: _startTime, minutes: _minutes, ...fields }: SeriesChanges): EventChanges => fields;

/** The dates of a series by their days, from a day on, up to the last one that is made. */
function slotsOf(
  series: LockedSeries,
  from: LocalDate,
  { dates, leftOut }: { dates: readonly Occurrence[]; leftOut: readonly LocalDate[] },
  now: Date,
) {
  const last = dates.at(-1);
  const until = last && dayOf(last.series_start) > series.made_until ? dayOf(last.series_start) : series.made_until;
  const choice = { after: from, before: daysAfter(until, 1 + moveDays), leftOut, limit: datesAtOnce * 2 };
  const starts = datesOf(ruleOf(series), series.anchor, choice);
  return new Map(
    starts.filter((start) => momentOf(start, series.time_zone) > now).map((start) => [dayOf(start), start]),
  );
}

/** The columns that a field of a change concerns. A place is one thing. */
const place = ["location", "latitude", "longitude", "is_exact", "town_id"] as const;
const columnsOf: Readonly<Record<keyof EventChanges, readonly TemplateColumn[]>> = {
  title: ["title"],
  eventType: ["event_type"],
  location: place,
  townId: place,
  point: place,
  eventDate: [],
  eventEnd: [],
  timeZone: ["time_zone"],
  maxParticipant: ["max_participant"],
  holdHours: ["hold_hours"],
  thumbnailUrl: ["thumbnail_url"],
  description: ["description"],
  whatToBring: ["what_to_bring"],
  effort: ["effort"],
  childrenWelcome: ["children_welcome"],
  stepFree: ["step_free"],
  languages: ["languages"],
  provided: ["provided"],
  asksPhone: ["asks_phone"],
};

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The columns in which a date differs from its series. */
export const changedAlone = (event: Occurrence, series: LockedSeries): TemplateColumn[] =>
  [...new Set(Object.values(columnsOf).flat())].filter((column) => !isSame(event[column], series[column]));

/** A series before and after a change, the fields of an event that it names, and the dates that give up their own. */
export type Change = {
  before: LockedSeries;
  after: LockedSeries;
  fields: EventChanges;
  also: ReadonlySet<string>;
};

/**
 * A date with the changes of its series, on one of the series' days: without those of fields that it has for itself
 * alone, unless it is one of `also`.
 * @throws Failure invalid (fewer spots than are taken)
 */
export function onDay(
  ctx: Context,
  event: Occurrence,
  { before, after, fields, also }: Change,
  day: LocalDate,
): Staying {
  const givesUp = also.has(event.id);
  const own = new Set<TemplateColumn>(givesUp ? [] : changedAlone(event, before));
  const isChanged = (field: keyof EventChanges) => columnsOf[field].some((name) => !isSame(before[name], after[name]));
  const isOwn = (field: keyof EventChanges) => columnsOf[field].some((name) => own.has(name));
  const names = (Object.keys(fields) as (keyof EventChanges)[]).filter(isChanged);
  const flowing: EventChanges = Object.fromEntries(
    names.filter((name) => !isOwn(name)).map((name) => [name, fields[name]]),
  );

  const start = `${day}${after.anchor.slice(10)}`;
  const isNewTime = after.anchor.slice(10) !== before.anchor.slice(10);
  const isOnTime =
    event.event_date.getTime() === momentOf(event.series_start, before.time_zone).getTime() || (givesUp && isNewTime);
  const length = event.event_end.getTime() - event.event_date.getTime();
  const isLong = length === before.minutes * 60_000 || (givesUp && after.minutes !== before.minutes);
  const minutes = isLong ? after.minutes : length / 60_000;
  const eventDate = isOnTime ? momentOf(start, flowing.timeZone ?? event.time_zone) : event.event_date;
  const eventEnd = new Date(eventDate.getTime() + minutes * 60_000);
  const isOwnTime = start !== event.series_start ? !isOnTime : minutes !== after.minutes;

  const isPlaced = ["location", "townId", "point"].some((name) => name in flowing);
  const { latitude, longitude, is_exact, town_id, sphere } = isPlaced ? after : event;
  const where = { latitude, longitude, is_exact, town_id, sphere };
  const is = changedEvent(event, { ...flowing, eventDate, eventEnd }, { ...ctx, where });
  const kept = [...names.filter(isOwn), ...(isOwnTime ? ["eventDate"] : [])];
  return { was: event, is: { ...is, series_id: event.series_id, series_start: start }, kept };
}

/** The nearest date within three days of a day that no other event has. */
function nearestOf(slots: ReadonlyMap<LocalDate, LocalTime>, day: LocalDate, taken: ReadonlySet<LocalDate>) {
  for (let away = 1; away <= moveDays; away++) {
    for (const near of [daysAfter(day, away), daysAfter(day, -away)]) {
      const start = slots.get(near);
      if (start && !taken.has(near)) return start;
    }
  }
  return null;
}

/** The number of people at each of these events; events without anybody are left out. */
export async function peopleAt(db: Kysely<Schema>, events: readonly { id: string }[]): Promise<Map<string, number>> {
  if (events.length === 0) return new Map();
  const ids = events.map(({ id }) => id);
  const rows = await db.selectFrom("events").where("id", "in", ids).select(["id", "taken", "waitlisted"]).execute();
  return new Map(
    rows.flatMap(({ id, taken, waitlisted }) => (taken + waitlisted > 0 ? [[id, taken + waitlisted]] : [])),
  );
}
