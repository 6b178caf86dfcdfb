import { describe, expect, it } from "vitest";
import {
  isLocalTime,
  lastUntil,
  type Position,
  positionsOf,
  type Recurrence,
  recurrenceInWords,
  startProblem,
  weekdayNumberOf,
} from "./rules.ts";

const open = { until: null, count: null };
const tuesdays: Recurrence = { every: "week", weekdays: [2], ...open };

describe("isLocalTime", () => {
  it("accepts minutes of existing days of this century only", () => {
    for (const yes of ["2026-12-01T18:00", "2028-02-29T00:00", "2099-12-31T23:59"])
      expect([yes, isLocalTime(yes)]).toEqual([yes, true]);
    for (const no of [
      "2026-12-01",
      "2026-12-01 18:00",
      "2026-12-01T18:00:00",
      "2026-12-01T18:00Z",
      "2026-12-01T24:00",
      "2026-12-01T18:60",
      "2027-02-29T18:00",
      "2026-12-32T18:00",
      "1999-12-01T18:00",
      "2100-12-01T18:00",
      " 2026-12-01T18:00",
      "",
    ])
      expect([no, isLocalTime(no)]).toEqual([no, false]);
  });
});

describe("weekdayNumberOf", () => {
  it("counts from Monday to Sunday", () => {
    expect(["2026-11-30", "2026-12-01T18:00", "2026-12-06"].map(weekdayNumberOf)).toEqual([1, 2, 7]);
  });
});

describe("positionsOf", () => {
  it("has the week of the month, and that it is the last", () => {
    expect(positionsOf("2026-12-01T18:00")).toEqual([1]);
    expect(positionsOf("2026-12-07")).toEqual([1]);
    expect(positionsOf("2026-12-08")).toEqual([2]);
    expect(positionsOf("2026-12-24")).toEqual([4]);
    expect(positionsOf("2026-12-25")).toEqual([4, -1]);
    expect(positionsOf("2026-12-31")).toEqual([-1]);
    expect(positionsOf("2027-02-22")).toEqual([4, -1]);
  });
});

const problem = (rule: Recurrence, start: string) => startProblem(rule, start)?.error ?? null;
const until = (day: string) => startProblem({ ...tuesdays, until: day }, "2026-12-01T18:00");

describe("startProblem", () => {
  it("accepts a first date that is one of the rule's", () => {
    expect(problem(tuesdays, "2026-12-01T18:00")).toBeNull();
    expect(problem({ every: "two-weeks", weekdays: [2, 4], ...open }, "2026-12-03T18:00")).toBeNull();
    expect(problem({ every: "month-day", ...open }, "2026-12-31T18:00")).toBeNull();
    expect(problem({ every: "month-weekday", position: -1, ...open }, "2026-12-31T18:00")).toBeNull();
  });

  it("refuses a first date on another weekday, or in another week of the month", () => {
    expect(startProblem(tuesdays, "2026-12-02T18:00")).toEqual({
      field: "weekdays",
      error: "rule.repeat.start_weekday",
    });
    const fourth: Recurrence = { every: "month-weekday", position: 4, ...open };
    expect(startProblem(fourth, "2026-12-31T18:00")).toEqual({
      field: "position",
      error: "rule.repeat.start_position",
    });
    expect(problem(fourth, "2026-12-24T18:00")).toBeNull();
    expect(problem({ ...fourth, position: -1 }, "2026-12-24T18:00")).toBe("rule.repeat.start_position");
  });

  it("refuses a last day that is not after the first date, or more than ten years later", () => {
    expect(until("2026-12-01")).toEqual({ field: "until", error: "rule.repeat.until_early" });
    expect(until("2026-12-02")).toBeNull();
    expect(until("2036-12-01")).toBeNull();
    expect(until("2036-12-02")).toEqual({ field: "until", error: "rule.repeat.until_far" });
    expect(lastUntil("2028-02-29T18:00")).toBe("2038-02-28");
  });
});

const onDay = (day: string) => recurrenceInWords({ every: "month-day", ...open }, `2026-12-${day}T12:00`);
const inWeek = (position: Position, day: string) =>
  recurrenceInWords({ every: "month-weekday", position, ...open }, `2026-12-${day}T18:00`);

describe("recurrenceInWords", () => {
  const start = "2026-12-01T18:00";

  it("says every week's days", () => {
    expect(recurrenceInWords(tuesdays, start)).toBe("Every Tuesday, 6 PM");
    expect(recurrenceInWords({ ...tuesdays, weekdays: [2, 4] }, "2026-12-01T09:30")).toBe(
      "Every Tuesday and Thursday, 9:30 AM",
    );
    expect(recurrenceInWords({ ...tuesdays, weekdays: [1, 2, 7] }, start)).toBe(
      "Every Monday, Tuesday, and Sunday, 6 PM",
    );
    expect(recurrenceInWords({ ...tuesdays, weekdays: [1, 2, 3, 4, 5, 6, 7] }, start)).toBe("Every day, 6 PM");
  });

  it("says every second week's days", () => {
    const rule: Recurrence = { every: "two-weeks", weekdays: [2, 4], ...open };
    expect(recurrenceInWords(rule, start)).toBe("Every two weeks on Tuesday and Thursday, 6 PM");
    expect(recurrenceInWords({ ...rule, weekdays: [1, 2, 3, 4, 5, 6, 7] }, start)).toMatch(
      /^Every two weeks on Monday/,
    );
  });

  it("says the day of the month, and that some months lack it", () => {
    expect(["01", "02", "03", "11", "12", "13", "15", "21", "22", "23", "28"].map(onDay)).toEqual(
      ["1st", "2nd", "3rd", "11th", "12th", "13th", "15th", "21st", "22nd", "23rd", "28th"].map(
        (day) => `Monthly on the ${day}, 12 PM`,
      ),
    );
    expect(["29", "31"].map(onDay)).toEqual([
      "Monthly on the 29th, in months that have one, 12 PM",
      "Monthly on the 31st, in months that have one, 12 PM",
    ]);
  });

  it("says the weekday of the month", () => {
    expect([inWeek(1, "03"), inWeek(2, "10"), inWeek(3, "17"), inWeek(4, "24"), inWeek(-1, "31")]).toEqual(
      ["first", "second", "third", "fourth", "last"].map((week) => `Every ${week} Thursday of the month, 6 PM`),
    );
  });

  it("says the end: a day, with its year if it is a year later or more, or a number of times", () => {
    expect(recurrenceInWords({ ...tuesdays, until: "2027-03-30" }, start)).toBe("Every Tuesday, 6 PM, until March 30");
    expect(recurrenceInWords({ ...tuesdays, until: "2027-11-30" }, start)).toBe(
      "Every Tuesday, 6 PM, until November 30",
    );
    expect(recurrenceInWords({ ...tuesdays, until: "2027-12-01" }, start)).toBe(
      "Every Tuesday, 6 PM, until December 1, 2027",
    );
    expect(recurrenceInWords({ ...tuesdays, count: 12 }, start)).toBe("Every Tuesday, 6 PM, 12 times");
  });

  it("names the zone, if it is given", () => {
    expect(recurrenceInWords({ ...tuesdays, count: 12 }, start, "Europe/Berlin")).toBe(
      "Every Tuesday, 6 PM Berlin time, 12 times",
    );
    expect(recurrenceInWords(tuesdays, start, "UTC")).toBe("Every Tuesday, 6 PM UTC");
  });
});
