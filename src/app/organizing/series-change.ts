import { daysAfter, wallClockIn } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { daysOf, repeatsOn } from "#domain/recurrence/days.ts";
import { parseRRule } from "#domain/recurrence/recurrence.ts";
import { countMax, dayOf, type LocalTime, type Recurrence } from "#domain/recurrence/rules.ts";
import type { SeriesUpdateJson } from "#domain/series/shapes.ts";

import { tellingOf } from "./change-mail.tsx";
import { eventChangesOf, type EventDraft, formValuesOf, repeatNames } from "./event-form.ts";
import { typedSpan } from "./event-span.ts";
import { firstOf, repeatsInputOf, repeatValuesOf } from "./repeat-form.ts";

/** A date of a series. */
export type DateEvent = Event & { series: NonNullable<Event["series"]> };

export const isDate = (event: Event): event is DateEvent => event.series !== null;

/** The dates that a change reaches: the one that is edited, all from it on, or all to come. */
export const scopes = ["this", "later", "all"] as const;
export type Scope = (typeof scopes)[number];

/** The rule of a series. A number of dates becomes a last day, since some of them are over. */
export function ruleOf({ series: { rule: text, anchor } }: DateEvent): Recurrence {
  const rule = parseRRule(text, anchor);
  if (rule === null) throw new Error("not a rule of ours");
  if (rule.count === null) return rule;
  return { ...rule, count: null, until: daysOf(rule, dayOf(anchor), countMax).at(-1) ?? null };
}

/** The values of the fields for how a series repeats. */
export const repeatsOf = (event: DateEvent) => repeatValuesOf(ruleOf(event), event.series.start);

/** The values with the day that the series knows, while nobody has chosen another: the date may be moved already. */
export const withSeriesDay = (event: DateEvent, values: EventDraft): EventDraft =>
  values.eventDate === formValuesOf(event).eventDate
    ? { ...values, eventDate: dayOf(event.series.start) }
    : { ...values };

/** True if the typed values change the days of the series. */
export function changesDays(event: DateEvent, draft: EventDraft): boolean {
  const before = { ...formValuesOf(event), ...repeatsOf(event) };
  const values = { ...before, ...draft };
  return values.eventDate !== before.eventDate || changesRule(event, draft);
}

/** True if the typed values change how the series repeats, so that no single date can have them. */
export function changesRule(event: DateEvent, draft: EventDraft): boolean {
  const before: EventDraft = repeatsOf(event);
  const values = { ...before, ...draft };
  const asRule = (all: EventDraft) =>
    JSON.stringify(repeatsInputOf(withSeriesDay(event, { ...formValuesOf(event), ...all })));
  const moved = { ...values, eventDate: formValuesOf(event).eventDate };
  return repeatNames.some((name) => values[name] !== before[name]) && asRule(moved) !== asRule(before);
}

/** The request that makes typed changes of one date for it and the later ones, or for all to come. */
export function seriesUpdateOf(event: DateEvent, draft: EventDraft, scope: Scope, now: Date): SeriesUpdateJson {
  const before = formValuesOf(event);
  const values = { ...before, ...repeatsOf(event), ...draft };
  const { eventDate: _begin, eventEnd: _end, timeZone, ...typed } = eventChangesOf(event, values);
  const { eventDate: _wasBegin, eventEnd: _wasEnd, timeZone: _wasZone, ...was } = eventChangesOf(event, before);
  const isSame = (name: keyof typeof was) => JSON.stringify(typed[name]) === JSON.stringify(was[name]);
  // A place is one thing: its text, its town and its pin.
  const isPlaced = !(["location", "townId", "point"] as const).every(isSame);
  const places: readonly string[] = ["location", "townId", "point"];
  const names = Object.keys(typed) as (keyof typeof was)[];
  const changed = Object.fromEntries(
    names.filter((name) => (places.includes(name) ? isPlaced : !isSame(name))).map((name) => [name, typed[name]]),
  );
  const length = lengthOf(values, event.timeZone);
  return {
    ...(scope === "later" && { from: event._id }),
    changes: {
      ...changed,
      ...(timeZone !== undefined && timeZone !== event.timeZone && { timeZone }),
      ...(values.eventTime !== before.eventTime && { startTime: values.eventTime }),
      ...(length !== null && length !== lengthOf(before, event.timeZone) && { minutes: length }),
    },
    ...(changesDays(event, draft) && newRule(event, values, scope, now)),
    // A value that the organizer types here is meant, whatever the date had for itself alone.
    also: [event._id],
    ...tellingOf(draft),
  };
}

/** The rule that is typed, with the first of its days that the change reaches. */
function newRule(event: DateEvent, values: EventDraft, scope: Scope, now: Date) {
  const placed = withSeriesDay(event, values);
  const first = firstOf(placed);
  const typed = repeatsInputOf(placed);
  if (!first || !typed) return {};
  const from = scope === "later" ? dayOf(event.series.start) : wallClockIn(now, event.timeZone).date;
  const rule = { ...typed.repeats, until: null, count: null } as Recurrence;
  return { repeats: typed.repeats, first: dayFrom(rule, first, from) };
}

/** The first day of a rule from a day on, within a year. */
function dayFrom(rule: Recurrence, first: LocalTime, from: string): string {
  const day = dayOf(first);
  for (let later = 0; later <= 366; later++)
    if (repeatsOn(rule, day, daysAfter(from, later))) return daysAfter(from, later);
  return day;
}

function lengthOf(values: EventDraft, zone: string): number | null {
  const { begin, end } = typedSpan(values, zone);
  return begin && end && (end.getTime() - begin.getTime()) / 60_000;
}
