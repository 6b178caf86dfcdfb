import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areHours, hoursMax, hoursOf, hoursSince, hoursTogether, type Known, rangeFor } from "./rules.ts";

const between = (begin: string, end: string) => ({
  begin: new Date(begin),
  end: new Date(end),
  zone: "Europe/Lisbon",
});
const morning = between("2026-11-21T09:30:00Z", "2026-11-21T11:30:00Z");

describe("hoursOf", () => {
  it.each([
    ["a morning", morning, 2, 24],
    ["seven minutes, which are a quarter", between("2026-11-21T09:30:00Z", "2026-11-21T09:37:00Z"), 0.25, 24],
    ["fifty minutes, in quarters", between("2026-11-21T09:30:00Z", "2026-11-21T10:20:00Z"), 0.75, 24],
    ["a night", between("2026-11-21T20:00:00Z", "2026-11-22T02:00:00Z"), 6, 48],
    ["a day until midnight", between("2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"), 24, 24],
    ["three days from nine to three", between("2026-11-20T09:00:00Z", "2026-11-22T15:00:00Z"), 18, 72],
    ["three days from eight to eight, eight a day", between("2026-11-20T08:00:00Z", "2026-11-22T20:00:00Z"), 24, 72],
    ["Friday evening until Sunday noon", between("2026-11-20T18:00:00Z", "2026-11-22T12:00:00Z"), 24, 72],
    ["an hour longer, as clocks are set back", between("2026-10-24T23:00:00Z", "2026-10-25T03:00:00Z"), 4, 24],
  ])("counts the hours of %s", (_name, event, hours, most) => {
    expect([hoursOf(event), hoursMax(event)]).toEqual([hours, most]);
  });

  it("are always valid, and never above the maximum", () => {
    const lengths = fc.integer({ min: 1, max: 14 * 24 * 60 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), lengths, (begin, minutes) => {
        const from = Date.UTC(2026, 0, 1) + begin * 60_000;
        const event = between(new Date(from).toISOString(), new Date(from + minutes * 60_000).toISOString());
        const hours = hoursOf(event);
        expect(areHours(hours)).toBe(true);
        expect(hours).toBeLessThanOrEqual(hoursMax(event));
      }),
      { numRuns: 200 },
    );
  });
});

const from = (since: string) => hoursSince(since, morning);

describe("hoursSince", () => {
  it("counts from the check-in, but not from before the beginning, and at least a quarter", () => {
    expect(from("2026-11-21T10:28:00Z")).toBe(1);
    expect(from("2026-11-21T08:00:00Z")).toBe(2);
    expect(from("2026-11-21T12:00:00Z")).toBe(0.25);
    expect(hoursSince("2026-11-20T10:00:00Z", between("2026-11-20T09:00:00Z", "2026-11-22T15:00:00Z"))).toBeNull();
  });
});

it("hoursTogether sums the individual hours, and the common ones for all others", () => {
  expect(hoursTogether(2, [{ hours: null }, { hours: 1.25 }, { hours: null }])).toBe(5.25);
  expect([0, -1, 0.1, 1.3].some(areHours)).toBe(false);
});

const known = (joined: number, came: number, confirmed = 0, cameOfConfirmed = 0): Known => ({
  joined,
  came,
  confirmed,
  cameOfConfirmed,
});

describe("rangeFor", () => {
  const past = [known(10, 6), known(20, 18), known(10, 8)];

  it("is the range of past events, from three of them on", () => {
    expect(rangeFor({ joined: 12, confirmed: 0 }, past)).toEqual({ from: 7, to: 11 });
    expect(rangeFor({ joined: 12, confirmed: 0 }, past.slice(1))).toBeNull();
  });

  it("counts confirmed people separately", () => {
    // All people who confirm come, and half of the others.
    const events = Array.from({ length: 3 }, () => known(10, 7, 4, 4));
    expect(rangeFor({ joined: 10, confirmed: 0 }, events)).toEqual({ from: 5, to: 5 });
    expect(rangeFor({ joined: 10, confirmed: 10 }, events)).toEqual({ from: 10, to: 10 });
    expect(rangeFor({ joined: 10, confirmed: 6 }, events)).toEqual({ from: 8, to: 8 });
  });

  it("is null for lists of fewer than five people, and does not learn from them", () => {
    expect(rangeFor({ joined: 4, confirmed: 0 }, past)).toBeNull();
    expect(rangeFor({ joined: 12, confirmed: 0 }, [...past.slice(1), known(4, 0)])).toBeNull();
    expect(rangeFor({ joined: 12, confirmed: 0 }, [...past, known(4, 0)])).toEqual({ from: 7, to: 11 });
  });

  it("stays between zero and all people", () => {
    const event = fc
      .integer({ min: 5, max: 60 })
      .chain((joined) =>
        fc.tuple(
          fc.constant(joined),
          fc.integer({ min: 0, max: joined }),
          fc.integer({ min: 0, max: 100 }),
          fc.integer({ min: 0, max: 100 }),
        ),
      );
    const made = event.map(([joined, confirmed, a, b]) => {
      const cameOfConfirmed = Math.floor((confirmed * a) / 100);
      return known(joined, cameOfConfirmed + Math.floor(((joined - confirmed) * b) / 100), confirmed, cameOfConfirmed);
    });
    fc.assert(
      fc.property(fc.array(made, { minLength: 3, maxLength: 12 }), event, (events, [joined, confirmed]) => {
        const range = rangeFor({ joined, confirmed }, events);
        expect(range).not.toBeNull();
        const { from: least, to: most } = range!;
        expect([least >= 0, least <= most, most <= joined]).toEqual([true, true, true]);
      }),
      { numRuns: 200 },
    );
  });
});
