import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daysAfter } from "../events/rules.ts";
import { datesOf } from "./dates.ts";
import { daysOf, repeatsOn } from "./days.ts";
import { dayOf, positionsOf, type Recurrence, type Weekday, weekdayNumberOf, weekdays } from "./rules.ts";

const firstDay = fc.integer({ min: 0, max: 3000 }).map((days) => daysAfter("2026-11-28", days));
const end = fc.oneof(
  fc.constant({ until: null, count: null }),
  fc.integer({ min: 2, max: 30 }).map((count) => ({ until: null, count })),
  fc.integer({ min: 1, max: 900 }).map((until) => ({ until, count: null })),
);

/** A first day and a rule that has it. */
const ruled = fc
  .tuple(firstDay, end, fc.constantFrom("week", "two-weeks", "month-day", "month-weekday"), fc.subarray([...weekdays]))
  .map(([first, { until, count }, every, others]): { first: string; rule: Recurrence } => {
    const ends = { until: until === null ? null : daysAfter(first, until), count };
    if (every === "month-day") return { first, rule: { every, ...ends } };
    if (every === "month-weekday") return { first, rule: { every, position: positionsOf(first).at(-1) ?? 1, ...ends } };
    const own = weekdayNumberOf(first);
    const days = weekdays.filter((day: Weekday) => day === own || others.includes(day));
    return { first, rule: { every, weekdays: days, ...ends } };
  });

describe("daysOf", () => {
  it("has the days that the calendar's library has, for random rules", () => {
    fc.assert(
      fc.property(ruled, ({ first, rule }) => {
        const dates = datesOf(rule, `${first}T18:00`, { before: daysAfter(first, 3000), limit: 20 }).map(dayOf);
        expect(daysOf(rule, first, 20).filter((day) => day < daysAfter(first, 3000))).toEqual(dates);
      }),
      { numRuns: 200 },
    );
  });

  it("stops at the last day, which is included, and after the number of dates", () => {
    const every = { every: "week" as const, weekdays: [2] as const };
    const until = { ...every, until: "2026-12-15", count: null };
    expect(daysOf(until, "2026-12-01", 9)).toEqual(["2026-12-01", "2026-12-08", "2026-12-15"]);
    expect(daysOf({ ...every, until: null, count: 2 }, "2026-12-01", 9)).toEqual(["2026-12-01", "2026-12-08"]);
  });

  it("ends the search for a day that some years lack", () => {
    expect(daysOf({ every: "month-day", until: null, count: null }, "2096-02-29", 3)[1]).toBe("2096-03-29");
    expect(daysOf({ every: "month-day", until: null, count: null }, "2026-12-31", 3)).toEqual([
      "2026-12-31",
      "2027-01-31",
      "2027-03-31",
    ]);
  });
});

describe("repeatsOn", () => {
  it("finds days before the first one, too", () => {
    const rule = { every: "two-weeks" as const, weekdays: [2] as const, until: null, count: null };
    expect(repeatsOn(rule, "2026-12-15", "2026-12-01")).toBe(true);
    expect(repeatsOn(rule, "2026-12-15", "2026-12-08")).toBe(false);
  });
});
