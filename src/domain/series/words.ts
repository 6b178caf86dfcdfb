import type { Event } from "../events/shapes.ts";
import { parseRRule } from "../recurrence/recurrence.ts";
import { dayOf, type Recurrence, recurrenceInWords, type Weekday, weekdayNumberOf } from "../recurrence/rules.ts";

type Rule = Pick<NonNullable<Event["series"]>, "rule" | "anchor">;

/** Reads the rule of a series. We write rules ourselves, so each is one of ours. */
function ruleOf({ rule, anchor }: Rule): Recurrence {
  const read = parseRRule(rule, anchor);
  if (read === null) throw new Error("not a rule of ours");
  return read;
}

/** The rule of a series in words: 'Every Tuesday, 6 PM', and 'until March 30' with its end. */
export function datesInWords(series: Rule, end: "endless" | "with its end"): string {
  const rule = ruleOf(series);
  return recurrenceInWords(end === "endless" ? { ...rule, until: null, count: null } : rule, series.anchor);
}

const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
const frequencies = { week: "P1W", "two-weeks": "P2W", "month-day": "P1M", "month-weekday": "P1M" } as const;

/** The rule of a series for search engines, as schema.org's Schedule; its times are on the clocks of the zone. */
export function scheduleOf(series: Rule, timeZone: string) {
  const rule = ruleOf(series);
  return {
    "@type": "Schedule",
    repeatFrequency: frequencies[rule.every],
    ...daysOf(rule, series.anchor),
    startDate: dayOf(series.anchor),
    ...(rule.until !== null && { endDate: rule.until }),
    ...(rule.count !== null && { repeatCount: rule.count }),
    startTime: `${series.anchor.slice(11)}:00`,
    scheduleTimezone: timeZone,
  };
}

/** The days of a rule in schema.org's words; a weekday's position in the month has none, so it is in RFC 5545's. */
function daysOf(rule: Recurrence, anchor: string) {
  if (rule.every === "month-day") return { byMonthDay: Number(anchor.slice(8, 10)) };
  if (rule.every === "month-weekday") return { byDay: `${rule.position}${codeOf(weekdayNumberOf(anchor))}` };
  return { byDay: rule.weekdays.map((day) => `https://schema.org/${names[day - 1]}`) };
}

const codeOf = (day: Weekday) => names[day - 1]?.slice(0, 2).toUpperCase();
