import * as fc from "fast-check";
import { RRuleTemporal } from "rrule-temporal";
import { describe, expect, it } from "vitest";
import { prove } from "#test/prove.ts";
import { daysAfter, wallClockIn } from "../events/rules.ts";
import { momentIn } from "../time-zones/rules.ts";
import { datesOf, momentOf } from "./dates.ts";
import { dayOf, type LocalTime, positions, type Recurrence, weekdayNumberOf, weekdays } from "./rules.ts";

const zones = ["Europe/Berlin", "America/New_York", "Australia/Sydney", "Australia/Lord_Howe"];
const names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

const two = (number: number) => String(number).padStart(2, "0");
const compact = (text: string) => text.replace(/[-:]|\.\d+/g, "");

type Case = { rule: Recurrence; start: LocalTime; zone: string; later: number };

/** Starts from 2024 on, at any time in steps of ten minutes; ends of each kind. */
const cases: fc.Arbitrary<Case> = fc
  .record({
    day: fc.nat(5000).map((days) => daysAfter("2024-01-01", days)),
    minute: fc.nat(143).map((tens) => tens * 10),
    zone: fc.constantFrom(...zones),
    later: fc.nat(3000),
    end: fc.oneof(
      { arbitrary: fc.constant({}), weight: 3 },
      { arbitrary: fc.record({ count: fc.integer({ min: 2, max: 40 }) }), weight: 1 },
      { arbitrary: fc.record({ days: fc.nat(1200) }), weight: 1 },
    ),
    repeats: fc.oneof(
      fc.record({
        every: fc.constantFrom("week" as const, "two-weeks" as const),
        weekdays: fc.subarray([...weekdays], { minLength: 1 }),
      }),
      fc.constant({ every: "month-day" as const }),
      fc.record({ every: fc.constant("month-weekday" as const), position: fc.constantFrom(...positions) }),
    ),
  })
  .map(({ day, minute, zone, later, end, repeats }) => {
    const count = "count" in end ? end.count : null;
    const until = "days" in end ? daysAfter(day, end.days) : null;
    const start = `${day}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
    return { rule: { ...repeats, count, until }, start, zone, later };
  });

/** A rule in the standard's words, written here a second time; beside a zone, a last day is a moment in UTC. */
function standardRule({ rule, start, zone }: Case): string {
  const repeats =
    rule.every === "month-day"
      ? "FREQ=MONTHLY"
      : rule.every === "month-weekday"
        ? `FREQ=MONTHLY;BYDAY=${rule.position}${names[weekdayNumberOf(start) - 1]}`
        : `FREQ=WEEKLY;INTERVAL=${rule.every === "week" ? 1 : 2};BYDAY=${rule.weekdays.map((day) => names[day - 1]).join()}`;
  const last = rule.until && `;UNTIL=${compact(momentIn(zone, rule.until, "23:59")!.toISOString())}`;
  const end = last ?? (rule.count === null ? "" : `;COUNT=${rule.count}`);
  return `DTSTART;TZID=${zone}:${compact(start)}00\nRRULE:${repeats}${end}`;
}

const isShown = (local: LocalTime, zone: string): boolean => {
  const { date, time } = wallClockIn(momentOf(local, zone), zone);
  return `${date}T${time}` === local;
};

describe("a rule", () => {
  it("has the dates that rrule-temporal finds, from its start and years later", { timeout: 400_000 }, async () => {
    let dates = 0;
    await prove(
      "rules",
      fc.asyncProperty(cases, async (one) => {
        const { rule, start, zone, later } = one;
        const [after, before] = [later, later + 100].map((days) => daysAfter(dayOf(start), days)) as [string, string];
        const own = [datesOf(rule, start, { limit: 25 }), datesOf(rule, start, { after, before, limit: 100 })];
        // The other program leaves out a time that the clocks do not show, and counts on.
        const all = rule.count === null ? own.flat() : [...own.flat(), ...datesOf(rule, start, { limit: 40 })];
        fc.pre(isShown(start, zone) && all.every((date) => isShown(date, zone)));
        const other = new RRuleTemporal({ rruleString: standardRule(one) });
        const first = other.all((_, index) => index < 25);
        const [from, to] = [after, before].map((day) => momentIn(zone, day, "00:00")!) as [Date, Date];
        const others = [first, other.between(from, to, true)];
        const locals = others.map((some) => some.map((date) => date.toPlainDateTime().toString().slice(0, 16)));
        expect(own).toEqual([locals[0], locals[1]!.filter((date) => date < before)]);
        dates += all.length;
      }),
      true,
    );
    expect(dates).toBeGreaterThan(300);
  });
});
