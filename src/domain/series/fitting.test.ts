import { describe, expect, it } from "vitest";
import { datesOf } from "./dates.ts";
import { fitting } from "./fitting.ts";
import type { Recurrence } from "./rules.ts";

const open = { until: null, count: null };
const on = (...weekdays: (1 | 2 | 3 | 4 | 5 | 6 | 7)[]): Recurrence => ({ every: "week", weekdays, ...open });

/** Four Tuesdays at 18:00. */
const tuesdays = datesOf(on(2), "2026-12-01T18:00", { limit: 4 });
const short = (fits: ReturnType<typeof fitting>) =>
  fits.map(({ date, kept, nearest }) => [date.slice(5), kept?.slice(5) ?? null, nearest?.slice(5) ?? null]);

/** The kept and the nearest date of the second Tuesday. */
const nearest = (start: string, ...days: Parameters<typeof on>) =>
  short(fitting(tuesdays.slice(1, 2), { rule: on(...days), start })).map(([, kept, near]) => [kept, near]);

describe("fitting", () => {
  it("keeps a date whose time of day moves, in both directions", () => {
    for (const time of ["18:30", "06:00", "18:00"])
      expect(short(fitting(tuesdays.slice(0, 2), { rule: on(2), start: `2026-12-01T${time}` }))).toEqual([
        ["12-01T18:00", `12-01T${time}`, null],
        ["12-08T18:00", `12-08T${time}`, null],
      ]);
  });

  it("keeps days and not positions: a date that falls out shifts no other", () => {
    const rule: Recurrence = { every: "two-weeks", weekdays: [2], ...open };
    expect(short(fitting(tuesdays, { rule, start: "2026-12-01T18:00" }))).toEqual([
      ["12-01T18:00", "12-01T18:00", null],
      ["12-08T18:00", null, null],
      ["12-15T18:00", "12-15T18:00", null],
      ["12-22T18:00", null, null],
    ]);
    // One more day a week changes none of them.
    const kept = fitting(tuesdays, { rule: on(2, 3), start: "2026-12-01T18:00" });
    expect(kept.map((fit) => fit.kept)).toEqual(tuesdays);
  });

  it("offers the nearest date within three days, the later of two, and none farther away", () => {
    expect(nearest("2026-12-02T19:00", 3)).toEqual([[null, "12-09T19:00"]]);
    expect(nearest("2026-12-04T19:00", 5)).toEqual([[null, "12-11T19:00"]]);
    // The Saturday before is three days away, the one after is four.
    expect(nearest("2026-12-05T19:00", 6)).toEqual([[null, "12-05T19:00"]]);
    expect(nearest("2026-11-30T22:00", 1, 3)).toEqual([[null, "12-09T22:00"]]);
    // From December 12 on, the nearest is four days away.
    expect(nearest("2026-12-12T19:00", 6)).toEqual([[null, null]]);
  });

  it("offers one date to two that no longer fit, and to one whose other date is kept", () => {
    const dates = datesOf(on(2, 4), "2026-12-01T18:00", { limit: 2 });
    expect(short(fitting(dates, { rule: on(3), start: "2026-12-02T18:00" }))).toEqual([
      ["12-01T18:00", null, "12-02T18:00"],
      ["12-03T18:00", null, "12-02T18:00"],
    ]);
    expect(short(fitting(dates, { rule: on(4), start: "2026-12-03T18:00" }))).toEqual([
      ["12-01T18:00", null, "12-03T18:00"],
      ["12-03T18:00", "12-03T18:00", null],
    ]);
  });

  it("keeps one of two dates on a day, the one at the nearest time, and offers its date to the other", () => {
    const twice = ["2026-12-01T18:00", "2026-12-01T10:00"];
    expect(short(fitting(twice, { rule: on(2), start: "2026-12-01T10:30" }))).toEqual([
      ["12-01T18:00", null, "12-01T10:30"],
      ["12-01T10:00", "12-01T10:30", null],
    ]);
    expect(short(fitting(twice, { rule: on(2), start: "2026-12-01T17:00" }))).toEqual([
      ["12-01T18:00", "12-01T17:00", null],
      ["12-01T10:00", null, "12-01T17:00"],
    ]);
  });

  it("neither keeps nor offers a day that is left out, nor a date before the given time", () => {
    const changed = { rule: on(2, 3), start: "2026-12-01T18:00" };
    expect(short(fitting(tuesdays.slice(0, 2), { ...changed, leftOut: ["2026-12-08"] }))).toEqual([
      ["12-01T18:00", "12-01T18:00", null],
      ["12-08T18:00", null, "12-09T18:00"],
    ]);
    expect(short(fitting(tuesdays.slice(0, 2), { ...changed, after: "2026-12-01T18:00" }))).toEqual([
      ["12-01T18:00", null, "12-02T18:00"],
      ["12-08T18:00", "12-08T18:00", null],
    ]);
  });

  it("does not fit dates after the new end", () => {
    const start = "2026-12-01T18:00";
    const kept = (rule: Recurrence) => fitting(tuesdays, { rule, start }).map((fit) => fit.kept !== null);
    expect(kept({ ...on(2), count: 2 })).toEqual([true, true, false, false]);
    expect(kept({ ...on(2), until: "2026-12-15" })).toEqual([true, true, true, false]);
  });

  it("works across years, and by days of the calendar at midnight", () => {
    const dates = ["2026-12-31T00:00", "2027-01-01T23:59", "2031-06-01T12:00"];
    expect(fitting(dates, { rule: on(5, 7), start: "2026-12-25T00:00" })).toEqual([
      { date: "2026-12-31T00:00", kept: null, nearest: "2027-01-01T00:00" },
      { date: "2027-01-01T23:59", kept: "2027-01-01T00:00", nearest: null },
      { date: "2031-06-01T12:00", kept: "2031-06-01T00:00", nearest: null },
    ]);
    // The last day of a leap year is its 366th.
    const lastDay = fitting(["2028-12-31T18:00"], { rule: on(1, 2, 3, 4, 5, 6, 7), start: "2027-12-01T18:00" });
    expect(lastDay.map((fit) => fit.kept)).toEqual(["2028-12-31T18:00"]);
    expect(fitting([], { rule: on(2), start: "2026-12-01T18:00" })).toEqual([]);
  });
});
