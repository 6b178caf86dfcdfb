import { isDay } from "../events/rules.ts";
import {
  countMax,
  countMin,
  type LocalTime,
  type Position,
  positions,
  type Recurrence,
  type Weekday,
  weekdayNumberOf,
} from "./rules.ts";

/** Longer than every rule that we write. */
const rruleMax = 200;

const names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const nameOf = (day: Weekday) => names[day - 1]!;
const dayOfMonth = (start: LocalTime) => String(Number(start.slice(8, 10)));

/**
 * Writes a rule as RFC 5545 has it: 'FREQ=WEEKLY;BYDAY=TU'. It also says what the first date implies, so that each
 * program reads the same. The last day is a local time, for a start without a zone.
 */
export function toRRule(rule: Recurrence, start: LocalTime): string {
  const end =
    rule.until !== null
      ? `;UNTIL=${rule.until.replaceAll("-", "")}T235959`
      : rule.count !== null
        ? `;COUNT=${rule.count}`
        : "";
  return frequencyOf(rule, start) + end;
}

function frequencyOf(rule: Recurrence, start: LocalTime): string {
  if (rule.every === "month-day") return `FREQ=MONTHLY;BYMONTHDAY=${dayOfMonth(start)}`;
  if (rule.every === "month-weekday") return `FREQ=MONTHLY;BYDAY=${rule.position}${nameOf(weekdayNumberOf(start))}`;
  const days = rule.weekdays.map(nameOf).join();
  return rule.every === "week" ? `FREQ=WEEKLY;BYDAY=${days}` : `FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=${days}`;
}

/**
 * Reads a rule of a series that begins at `start`: as `toRRule` writes it, with its parts in any order, and with
 * those that change nothing (INTERVAL=1, WKST=MO). Returns null for any other, such as the rule of a calendar that
 * repeats in a way we do not offer.
 */
export function parseRRule(text: string, start: LocalTime): Recurrence | null {
  if (text.length > rruleMax) return null;
  const parts = new Map<string, string>();
  for (const part of text.split(";")) {
    const [, name = "", value = ""] = /^([A-Z]+)=([A-Z0-9,-]+)$/.exec(part) ?? [];
    if (name === "" || parts.has(name)) return null;
    parts.set(name, value);
  }
  const take = (name: string, otherwise = "") => {
    const value = parts.get(name) ?? otherwise;
    parts.delete(name);
    return value;
  };
  const end = endOf(take("UNTIL"), take("COUNT"));
  const repeats = `${take("FREQ")} ${take("INTERVAL", "1")} ${take("WKST", "MO")}`;
  const [days, monthDay] = [take("BYDAY"), take("BYMONTHDAY")];
  if (end === null || parts.size > 0) return null;
  if (repeats === "MONTHLY 1 MO") return inMonths(days, monthDay, start, end);
  if (monthDay !== "") return null;
  const weekdays = weekdaysIn(days);
  if (weekdays === null) return null;
  if (repeats === "WEEKLY 1 MO") return { every: "week", weekdays, ...end };
  return repeats === "WEEKLY 2 MO" ? { every: "two-weeks", weekdays, ...end } : null;
}

type End = Pick<Recurrence, "until" | "count">;

function endOf(until: string, count: string): End | null {
  if (until === "" && count === "") return { until: null, count: null };
  if (until === "")
    return /^\d{1,3}$/.test(count) && Number(count) >= countMin && Number(count) <= countMax
      ? { until: null, count: Number(count) }
      : null;
  const day = /^\d{8}T235959$/.test(until) ? until.replace(/^(....)(..)(..).*$/, "$1-$2-$3") : "";
  return count === "" && isDay(day) ? { until: day, count: null } : null;
}

/** Returns the days of a list such as 'TU,TH', Monday first; null if one is something else, or is there twice. */
function weekdaysIn(list: string): Weekday[] | null {
  const days = list.split(",").map((name) => names.indexOf(name) + 1);
  if (days.includes(0) || new Set(days).size < days.length) return null;
  return days.toSorted((a, b) => a - b) as Weekday[];
}

/** Returns a monthly rule, if its day is that of the start: otherwise it says other dates than ours would. */
function inMonths(days: string, monthDay: string, start: LocalTime, end: End): Recurrence | null {
  if (days === "") return monthDay === dayOfMonth(start) ? { every: "month-day", ...end } : null;
  const weekday = nameOf(weekdayNumberOf(start));
  const position = positions.find((one): one is Position => days === `${one}${weekday}`);
  return monthDay === "" && position !== undefined ? { every: "month-weekday", position, ...end } : null;
}
