import ICAL from "ical.js";
import { describe, expect, it, vi } from "vitest";
import { datesOf, isDateOf, momentOf, nextDates } from "./dates.ts";
import type { LocalTime, Recurrence } from "./rules.ts";

const open = { until: null, count: null };
const tuesdays: Recurrence = { every: "week", weekdays: [2], ...open };
const monthly: Recurrence = { every: "month-day", ...open };
const daily: Recurrence = { every: "week", weekdays: [1, 2, 3, 4, 5, 6, 7], ...open };

/** The days of dates that all have the start's time of day. */
const daysOf = (rule: Recurrence, start: LocalTime, limit: number, more = {}) =>
  datesOf(rule, start, { limit, ...more }).map((date) => {
    expect(date.slice(10)).toBe(start.slice(10));
    return date.slice(0, 10);
  });

describe("datesOf", () => {
  it("has every week's days, Monday first, also across the end of a year", () => {
    expect(daysOf(tuesdays, "2026-12-15T18:00", 4)).toEqual(["2026-12-15", "2026-12-22", "2026-12-29", "2027-01-05"]);
    const several: Recurrence = { every: "week", weekdays: [1, 4, 7], ...open };
    expect(daysOf(several, "2026-12-24T09:30", 5)).toEqual([
      "2026-12-24",
      "2026-12-27",
      "2026-12-28",
      "2026-12-31",
      "2027-01-03",
    ]);
  });

  it("has the days of every second week, which begins on Monday", () => {
    // December 27, 2026 is a Sunday, so its week ends, and the next one is left out.
    const rule: Recurrence = { every: "two-weeks", weekdays: [2, 7], ...open };
    expect(daysOf(rule, "2026-12-27T18:00", 5)).toEqual([
      "2026-12-27",
      "2027-01-05",
      "2027-01-10",
      "2027-01-19",
      "2027-01-24",
    ]);
    // The same weeks from any time on, on both sides of a date.
    expect(daysOf(rule, "2026-12-27T18:00", 2, { after: "2027-01-10T17:59" })).toEqual(["2027-01-10", "2027-01-19"]);
    expect(daysOf(rule, "2026-12-27T18:00", 2, { after: "2027-01-10T18:00" })).toEqual(["2027-01-19", "2027-01-24"]);
    expect(daysOf(rule, "2026-12-27T18:00", 2, { after: "2027-01-11" })).toEqual(["2027-01-19", "2027-01-24"]);
    // From within a week that is left out, and from one long after.
    expect(daysOf(rule, "2026-12-27T18:00", 2, { after: "2027-01-03" })).toEqual(["2027-01-05", "2027-01-10"]);
    expect(daysOf(rule, "2026-12-27T18:00", 2, { after: "2031-12-22" })).toEqual(["2031-12-30", "2032-01-04"]);
  });

  it("has the last Thursday, and the fourth one, which differ in a month with five", () => {
    const last: Recurrence = { every: "month-weekday", position: -1, ...open };
    expect(daysOf(last, "2026-11-26T18:00", 4)).toEqual(["2026-11-26", "2026-12-31", "2027-01-28", "2027-02-25"]);
    const fourth: Recurrence = { every: "month-weekday", position: 4, ...open };
    expect(daysOf(fourth, "2026-11-26T18:00", 4)).toEqual(["2026-11-26", "2026-12-24", "2027-01-28", "2027-02-25"]);
    const first: Recurrence = { every: "month-weekday", position: 1, ...open };
    expect(daysOf(first, "2026-11-01T18:00", 3)).toEqual(["2026-11-01", "2026-12-06", "2027-01-03"]);
    expect(daysOf(first, "2026-11-01T18:00", 2, { after: "2031-02-03" })).toEqual(["2031-03-02", "2031-04-06"]);
  });

  it("leaves out a month that lacks the day: the 31st, and a leap day", () => {
    expect(daysOf(monthly, "2026-12-31T18:00", 4)).toEqual(["2026-12-31", "2027-01-31", "2027-03-31", "2027-05-31"]);
    expect(daysOf(monthly, "2028-01-29T18:00", 3)).toEqual(["2028-01-29", "2028-02-29", "2028-03-29"]);
    expect(daysOf(monthly, "2027-01-29T18:00", 3)).toEqual(["2027-01-29", "2027-03-29", "2027-04-29"]);
    expect(daysOf(monthly, "2028-02-29T18:00", 2, { after: "2029-01-30" })).toEqual(["2029-03-29", "2029-04-29"]);
  });

  it("includes the last day until its last minute, and nothing after it", () => {
    expect(daysOf({ ...tuesdays, until: "2026-12-15" }, "2026-12-01T23:59", 9)).toEqual([
      "2026-12-01",
      "2026-12-08",
      "2026-12-15",
    ]);
    expect(daysOf({ ...tuesdays, until: "2026-12-14" }, "2026-12-01T00:00", 9)).toEqual(["2026-12-01", "2026-12-08"]);
    expect(daysOf({ ...tuesdays, until: "2026-11-30" }, "2026-12-01T18:00", 9)).toEqual([]);
  });

  it("leaves out days, which count", () => {
    const four: Recurrence = { every: "week", weekdays: [2], until: null, count: 4 };
    const [start, leftOut] = ["2026-12-15T18:00", ["2026-12-29", "2026-12-30"]];
    expect(daysOf(four, start, 9)).toEqual(["2026-12-15", "2026-12-22", "2026-12-29", "2027-01-05"]);
    expect(daysOf(four, start, 9, { leftOut })).toEqual(["2026-12-15", "2026-12-22", "2027-01-05"]);
    // Counting begins at the start, whatever part is wanted.
    expect(daysOf(four, start, 9, { leftOut, after: "2026-12-22T18:00" })).toEqual(["2027-01-05"]);
    // A limit is a number of dates that take place.
    expect(daysOf(tuesdays, start, 3, { leftOut })).toEqual(["2026-12-15", "2026-12-22", "2027-01-05"]);
  });

  it("begins with the first date that is not before the start", () => {
    expect(daysOf(tuesdays, "2026-12-02T18:00", 2)).toEqual(["2026-12-08", "2026-12-15"]);
    const first: Recurrence = { every: "month-weekday", position: 1, until: null, count: 2 };
    expect(daysOf(first, "2026-12-08T18:00", 3)).toEqual(["2027-01-05", "2027-02-02"]);
    expect(daysOf({ ...first, count: null }, "2026-12-08T18:00", 1, { after: "2026-12-09" })).toEqual(["2027-01-05"]);
  });

  it("has the dates between two times, without either", () => {
    const [start, between] = ["2026-12-01T18:00", { after: "2026-12-08T18:00", before: "2026-12-22T18:00" }];
    expect(daysOf(tuesdays, start, 9, between)).toEqual(["2026-12-15"]);
    expect(daysOf(tuesdays, start, 9, { after: "2026-12-08", before: "2026-12-22" })).toEqual([
      "2026-12-08",
      "2026-12-15",
    ]);
    expect(daysOf(tuesdays, start, 9, { before: "2026-12-01" })).toEqual([]);
  });

  it("ends with the century, and takes few steps to it", () => {
    const steps = vi.spyOn(ICAL.RecurIterator.prototype, "next");
    const few = (rule: Recurrence, start: LocalTime, after: string) => {
      steps.mockClear();
      const dates = datesOf(rule, start, { limit: 1000, after });
      return [dates, steps.mock.calls.length < 30];
    };
    const lastDates = ["2099-12-29T18:00", "2099-12-30T18:00", "2099-12-31T18:00"];
    expect(few(daily, "2026-12-01T18:00", "2099-12-29")).toEqual([lastDates, true]);
    expect(few(monthly, "2026-12-31T18:00", "2099-12-29")).toEqual([["2099-12-31T18:00"], true]);
    expect(few(daily, "2026-12-01T18:00", "9999-12-31")).toEqual([[], true]);
    expect(few({ ...daily, until: "2090-01-01" }, "2026-12-01T18:00", "2095-01-01")).toEqual([[], true]);
    // A rule that counts is walked through, which ends with its count, and with the century.
    expect(few({ ...monthly, count: 100 }, "2026-12-31T18:00", "2099-12-29")).toEqual([[], false]);
    expect(datesOf({ ...monthly, count: 520 }, "2098-10-31T18:00", { limit: 1000 })).toHaveLength(9);
    steps.mockRestore();
  });

  it("refuses a start that does not exist, and an endless list", () => {
    for (const start of ["2026-02-30T18:00", "2026-12-01T24:00", "2026-12-01", "1999-12-01T18:00", ""])
      expect(() => datesOf(monthly, start, { limit: 1 })).toThrow("not a local time");
    for (const limit of [1001, Infinity, NaN])
      expect(() => datesOf(daily, "2026-12-01T18:00", { limit })).toThrow("too many dates");
    expect(datesOf(daily, "2026-12-01T18:00", { limit: 1000 })).toHaveLength(1000);
  });
});

describe("isDateOf", () => {
  it("is true for a date at exactly its time, from the start to the end", () => {
    const rule: Recurrence = { every: "two-weeks", weekdays: [2], until: "2026-12-29", count: null };
    const isDate = (local: LocalTime) => isDateOf(rule, "2026-12-01T18:00", local);
    expect(["2026-12-01T18:00", "2026-12-15T18:00", "2026-12-29T18:00"].map(isDate)).toEqual([true, true, true]);
    for (const no of [
      "2026-11-17T18:00",
      "2026-12-08T18:00",
      "2026-12-15T18:30",
      "2026-12-16T18:00",
      "2027-01-12T18:00",
    ])
      expect([no, isDate(no)]).toEqual([no, false]);
  });
});

/** The UTC times of a date in zones whose clocks change by an hour, and in one by half an hour. */
const moments = (local: (day: string) => LocalTime, days: Record<string, string[]>) =>
  Object.entries(days).map(([zone, some]) => [
    zone,
    some.map((day) => momentOf(local(day), zone).toISOString().slice(0, 16)),
  ]);

describe("momentOf", () => {
  it("has 18:00 at 18:00 before and after the clocks change, in four zones", () => {
    const rule: Recurrence = { every: "week", weekdays: [6, 7], ...open };
    const around = (saturday: string) => datesOf(rule, `${saturday}T18:00`, { limit: 2 });
    const utc = (zone: string, saturday: string) =>
      around(saturday).map((local) => momentOf(local, zone).toISOString().slice(8, 16));
    expect(utc("Europe/Berlin", "2027-03-27")).toEqual(["27T17:00", "28T16:00"]);
    expect(utc("Europe/Berlin", "2027-10-30")).toEqual(["30T16:00", "31T17:00"]);
    expect(utc("America/New_York", "2027-03-13")).toEqual(["13T23:00", "14T22:00"]);
    expect(utc("America/New_York", "2027-11-06")).toEqual(["06T22:00", "07T23:00"]);
    expect(utc("Australia/Sydney", "2027-04-03")).toEqual(["03T07:00", "04T08:00"]);
    expect(utc("Australia/Sydney", "2027-10-02")).toEqual(["02T08:00", "03T07:00"]);
    expect(utc("Australia/Lord_Howe", "2027-04-03")).toEqual(["03T07:00", "04T07:30"]);
    expect(utc("Australia/Lord_Howe", "2027-10-02")).toEqual(["02T07:30", "03T07:00"]);
  });

  it("moves a time in the gap forward by its length: 02:30 to 03:30, or by half an hour", () => {
    expect(
      moments((day) => `${day}T02:30`, {
        "Europe/Berlin": ["2027-03-27", "2027-03-28", "2027-03-29"],
        "America/New_York": ["2027-03-14"],
        "Australia/Sydney": ["2027-10-03"],
      }),
    ).toEqual([
      ["Europe/Berlin", ["2027-03-27T01:30", "2027-03-28T01:30", "2027-03-29T00:30"]],
      ["America/New_York", ["2027-03-14T07:30"]],
      ["Australia/Sydney", ["2027-10-02T16:30"]],
    ]);
    // At Lord Howe 02:00 becomes 02:30, so 02:15 is left out, and becomes 02:45.
    expect(moments((day) => `${day}T02:15`, { "Australia/Lord_Howe": ["2027-10-03"] })).toEqual([
      ["Australia/Lord_Howe", ["2027-10-02T15:45"]],
    ]);
  });

  it("takes the first of a time that is shown twice", () => {
    expect(
      moments((day) => `${day}T02:30`, { "Europe/Berlin": ["2027-10-31"], "Australia/Sydney": ["2027-04-04"] }),
    ).toEqual([
      ["Europe/Berlin", ["2027-10-31T00:30"]],
      ["Australia/Sydney", ["2027-04-03T15:30"]],
    ]);
    expect(
      moments((day) => `${day}T01:45`, { "America/New_York": ["2027-11-07"], "Australia/Lord_Howe": ["2027-04-04"] }),
    ).toEqual([
      ["America/New_York", ["2027-11-07T05:45"]],
      ["Australia/Lord_Howe", ["2027-04-03T14:45"]],
    ]);
  });

  it("refuses what is not a time of a day", () => {
    for (const local of ["2027-02-29T18:00", "2027-03-01T18:60", "2027-03-01", "soon"])
      expect(() => momentOf(local, "Europe/Berlin")).toThrow("not a local time");
  });
});

describe("nextDates", () => {
  const series = { rule: tuesdays, start: "2026-12-01T18:00", zone: "America/New_York", leftOut: ["2026-12-15"] };
  const next = (now: string, limit = 2) => nextDates(series, new Date(now), limit);

  it("has the dates that have not begun, by the clocks of the zone", () => {
    expect(next("2026-11-01T00:00Z")).toEqual(["2026-12-01T18:00", "2026-12-08T18:00"]);
    // 18:00 in New York is 23:00 in UTC.
    expect(next("2026-12-01T22:59Z")).toEqual(["2026-12-01T18:00", "2026-12-08T18:00"]);
    expect(next("2026-12-01T23:00Z")).toEqual(["2026-12-08T18:00", "2026-12-22T18:00"]);
    expect(next("2026-12-01T23:00Z", 1)).toEqual(["2026-12-08T18:00"]);
    // Two dates since yesterday are over.
    const days = { ...series, rule: daily, leftOut: [] };
    expect(nextDates(days, new Date("2026-12-09T23:30Z"), 2)).toEqual(["2026-12-10T18:00", "2026-12-11T18:00"]);
  });

  it("has none after the end", () => {
    const ended = { ...series, rule: { ...tuesdays, until: "2026-12-08" } };
    expect(nextDates(ended, new Date("2026-12-08T22:00Z"), 5)).toEqual(["2026-12-08T18:00"]);
    expect(nextDates(ended, new Date("2026-12-08T23:00Z"), 5)).toEqual([]);
  });

  it("still has a date of yesterday whose time the clocks left out, and that is yet to begin", () => {
    // Samoa went from December 29 to December 31, 2011, so 18:00 on the 30th is 18:00 on the 31st.
    const inSamoa = { rule: daily, start: "2011-12-28T18:00", zone: "Pacific/Apia", leftOut: ["2011-12-31"] };
    expect(nextDates(inSamoa, new Date("2011-12-30T22:00Z"), 2)).toEqual(["2011-12-30T18:00", "2012-01-01T18:00"]);
    expect(nextDates(inSamoa, new Date("2011-12-31T05:00Z"), 1)).toEqual(["2012-01-01T18:00"]);
  });
});
