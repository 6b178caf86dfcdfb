import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byYear, kindsOfEntry, sumsOf, yearOf } from "./rules.ts";

const entries = fc.array(
  fc.record({
    hours: fc.integer({ min: 1, max: 400 }).map((quarters) => quarters / 4),
    kind: fc.constantFrom(...kindsOfEntry),
    eventDate: fc
      .date({ min: new Date("2020-01-01"), max: new Date("2029-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString()),
    timeZone: fc.constantFrom("UTC", "Asia/Dhaka", "Pacific/Auckland", "America/Los_Angeles"),
  }),
  { maxLength: 60 },
);

describe("sumsOf", () => {
  it("sums all hours exactly, in total and per source", () => {
    fc.assert(
      fc.property(entries, (some) => {
        const sums = sumsOf(some);
        const quarters = some.map(({ hours }) => hours * 4);
        expect(sums.all).toEqual({ hours: quarters.reduce((sum, one) => sum + one, 0) / 4, events: some.length });
        const kinds = kindsOfEntry.map((kind) => sums[kind]);
        expect(kinds.reduce((sum, { hours }) => sum + hours, 0)).toBe(sums.all.hours);
        expect(kinds.map(({ events }) => events)).toEqual(
          kindsOfEntry.map((kind) => some.filter((entry) => entry.kind === kind).length),
        );
      }),
    );
  });
});

describe("byYear", () => {
  it("has each entry once, in its local year, latest year first", () => {
    fc.assert(
      fc.property(entries, (some) => {
        const years = byYear(some);
        expect(years.map(({ year }) => year)).toEqual([...new Set(some.map(yearOf))].toSorted((a, b) => b - a));
        for (const { year, entries: of } of years) expect(of).toEqual(some.filter((entry) => yearOf(entry) === year));
      }),
    );
  });

  it("uses the local time of the event's zone", () => {
    const newYear = { eventDate: "2026-12-31T20:00:00.000Z" };
    expect(yearOf({ ...newYear, timeZone: "Asia/Dhaka" })).toBe(2027);
    expect(yearOf({ ...newYear, timeZone: "UTC" })).toBe(2026);
  });
});
