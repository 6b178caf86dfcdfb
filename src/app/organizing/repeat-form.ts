import { daysOf } from "#domain/recurrence/days.ts";
import {
  countMax,
  countMin,
  daysInWords,
  isLocalTime,
  lastUntil,
  type LocalDate,
  type LocalTime,
  positionsOf,
  type Recurrence,
  recurrenceInWords,
  startProblem,
  type Weekday,
  weekdayNumberOf,
  weekdays,
} from "#domain/recurrence/rules.ts";
import { minutesMax, minutesMin } from "#domain/series/rules.ts";
import { textIn } from "#domain/time-zones/rules.ts";
import { perLocale, say } from "#messages/say.ts";

import type { FieldErrors } from "../ui/form.tsx";
import type { EventDraft } from "./event-form.ts";
import { byEnd, timeFirst, typedSpan } from "./event-span.ts";

// Converts the fields of the form into a rule, and back. It loads when the organizer opens the sheet.

/** The first date as its fields say it, on the clocks of its zone; null until it is a date. */
export function firstOf({ eventDate = "", eventTime = timeFirst }: EventDraft): LocalTime | null {
  const first = `${eventDate}T${eventTime}`;
  return isLocalTime(first) ? first : null;
}

/** The days of the week in their field, with the first date's, which is always one of them. */
export const typedWeekdays = (typed: string | undefined, first: LocalDate): Weekday[] => {
  const own = weekdayNumberOf(first);
  return weekdays.filter((day) => day === own || (typed ?? "").includes(String(day)));
};

/** The rule that the fields say for this first date; null for an event that happens once. */
export function typedRule(values: EventDraft, first: LocalTime): Recurrence | null {
  const end = {
    until: values.ends === "on" && values.until ? values.until : null,
    count: values.ends === "after" && values.times ? Number(values.times) : null,
  };
  const positions = positionsOf(first);
  switch (values.repeats) {
    case "week":
    case "two-weeks":
      return { every: values.repeats, weekdays: typedWeekdays(values.weekdays, first), ...end };
    case "month-day":
      return { every: "month-day", ...end };
    case "month-last":
    case "month-week": {
      const isLast = values.repeats === "month-last" && positions.includes(-1);
      return { every: "month-weekday", position: isLast ? -1 : (positions[0] ?? -1), ...end };
    }
    default:
      return null;
  }
}

/** The values of the fields for a rule with this first date, such as that of a series. */
export const repeatValuesOf = (rule: Recurrence, first: LocalTime) => ({
  repeats: rule.every === "month-weekday" ? (rule.position === -1 ? "month-last" : "month-week") : rule.every,
  weekdays: "weekdays" in rule ? otherDays(rule.weekdays, first) : "",
  ends: rule.until !== null ? "on" : rule.count !== null ? "after" : "never",
  until: rule.until ?? "",
  times: rule.count === null ? "" : String(rule.count),
  leftOut: "",
});

/** Days of the week as their field has them, without that of the first date: it moves with the date. */
export const otherDays = (days: readonly Weekday[], first: LocalTime): string =>
  days.filter((day) => day !== weekdayNumberOf(first)).join();

/** The days in the field of those that are left out. The first date always takes place. */
export const daysLeftOut = ({ leftOut = "" }: EventDraft, first: LocalTime): LocalDate[] =>
  leftOut.split(",").filter((day) => day > first.slice(0, 10));

/** True if a rule can be read from the fields: its end is complete. */
const isWhole = ({ ends, until, times }: EventDraft): boolean =>
  (ends !== "on" || isLocalTime(`${until}T00:00`)) &&
  (ends !== "after" || (/^\d+$/.test(times ?? "") && Number(times) >= countMin && Number(times) <= countMax));

/** 'Every Tuesday, 6 PM' and 'Not on Dec 29', as the row shows it; null while nothing repeats. */
export function repeatAnswer(values: EventDraft): { text: string; more: string } | null {
  const first = firstOf(values);
  if (!values.repeats) return null;
  if (!first) return { text: say("form.repeats.some"), more: say("form.repeats.no_date") };
  const rule = typedRule(isWhole(values) ? values : { ...values, ends: "never" }, first);
  if (!rule) return null;
  const out = daysLeftOut(values, first);
  const more = out.length > 0 ? say("form.repeats.left_out", { days: inList(out) }) : say("form.repeats.own_pages");
  return { text: recurrenceInWords(rule, first), more };
}

/** 'Dec 29' */
export const shortDay = (day: LocalDate): string => textIn("UTC", "nearDate", new Date(`${day}T00:00Z`));

const list = perLocale((locale) => new Intl.ListFormat(locale));
const inList = (days: readonly LocalDate[]): string =>
  list().format([
    ...days.slice(0, 3).map(shortDay),
    ...(days.length > 3 ? [say("form.repeats.more_days", { count: days.length - 3 })] : []),
  ]);

/** The days of an event that repeats, from the first on; none until its rule can be read. */
export function typedDays(values: EventDraft, limit: number): LocalDate[] {
  const first = firstOf(values);
  const rule = first && isWhole(values) ? typedRule(values, first) : null;
  return rule && first ? daysOf(rule, first.slice(0, 10), limit) : [];
}

/** Checks how an event repeats: the end of its rule, and the length of each date. */
export function checkRepeats(values: EventDraft, otherwise: string): FieldErrors {
  const first = firstOf(values);
  if (!values.repeats || !first) return {};
  if (!isWhole(values))
    return values.ends === "on" ? { until: say("form.repeats.until.required") } : { times: say("rule.repeat.count") };
  const rule = typedRule(values, first);
  // The first date is one of the rule's, so only its end can be wrong.
  if (rule?.until && rule.until > lastUntil(first)) return { until: say("rule.repeat.until_far") };
  if (rule && startProblem(rule, first)) return { until: say("rule.repeat.until_early") };
  if (rule?.until && daysOf(rule, first.slice(0, 10), 2).length < 2) return { until: say("form.repeats.one_date") };
  const { begin, end } = typedSpan({ eventTime: timeFirst, ...values }, otherwise);
  const minutes = begin && end ? (end.getTime() - begin.getTime()) / 60_000 : minutesMin;
  if (minutes < minutesMin || minutes > minutesMax)
    return { [values.duration === byEnd ? "endDate" : "duration"]: say("rule.series.minutes") };
  return {};
}

/** The rule as the API takes it, and the days that are left out; null for an event that happens once. */
export function repeatsInputOf(values: EventDraft): { repeats: RuleJson; leftOut: LocalDate[] } | null {
  const first = firstOf(values);
  const rule = first && typedRule(values, first);
  if (!first || !rule) return null;
  const { until, count } = rule;
  const end = { until, count };
  const repeats: RuleJson =
    "weekdays" in rule
      ? { every: rule.every, weekdays: [...rule.weekdays], ...end }
      : "position" in rule
        ? { every: rule.every, position: rule.position, ...end }
        : { every: rule.every, ...end };
  return { repeats, leftOut: daysLeftOut(values, first) };
}
type RuleJson = {
  every: Recurrence["every"];
  weekdays?: Weekday[];
  position?: 1 | 2 | 3 | 4 | -1;
  until: LocalDate | null;
  count: number | null;
};

/** The choices of the field 'Repeats', with their words; those of months name the first date. */
export function repeatChoices(first: LocalTime): { value: string; text: string }[] {
  const end = { until: null, count: null };
  const months: Recurrence[] = [
    { every: "month-day", ...end },
    ...positionsOf(first).map((position) => ({ every: "month-weekday" as const, position, ...end })),
  ];
  return [
    { value: "", text: say("form.repeats.once") },
    { value: "week", text: say("form.repeats.week") },
    { value: "two-weeks", text: say("form.repeats.two_weeks") },
    ...months.map((rule) => ({ value: repeatValuesOf(rule, first).repeats, text: daysInWords(rule, first) })),
  ];
}
