import { describe, expect, it } from "vitest";
import { say, type MessageKey } from "#messages/say.ts";
import { daysAfter } from "../events/rules.ts";
import { LeftOut, LocalTime, RecurrenceInput } from "./shapes.ts";

/** The field and the sentence of each issue. */
const refusals = (input: unknown) =>
  RecurrenceInput.safeParse(input).error?.issues.map(({ path, message }) => {
    expect(say(message as MessageKey)).not.toBe(message);
    return `${path.join(".")}: ${message}`;
  }) ?? [];

const week = (more: object) => refusals({ every: "week", weekdays: [2], ...more });

describe("RecurrenceInput", () => {
  it("reads each kind of rule, without the fields of others", () => {
    const end = { until: null, count: null };
    const all = { weekdays: [4, 2, 4], position: -1 };
    expect(RecurrenceInput.parse({ every: "week", ...all })).toEqual({ every: "week", weekdays: [2, 4], ...end });
    expect(RecurrenceInput.parse({ every: "two-weeks", weekdays: [1, 2, 3, 4, 5, 6, 7], until: "2027-03-30" })).toEqual(
      {
        every: "two-weeks",
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        until: "2027-03-30",
        count: null,
      },
    );
    expect(RecurrenceInput.parse({ every: "month-day", ...all, count: 2 })).toEqual({
      every: "month-day",
      until: null,
      count: 2,
    });
    expect(RecurrenceInput.parse({ every: "month-weekday", position: 4, until: null, count: 520 })).toEqual({
      every: "month-weekday",
      position: 4,
      until: null,
      count: 520,
    });
  });

  it("refuses an unknown kind, and one without its own field", () => {
    expect(refusals({})).toEqual(["every: rule.repeat.every"]);
    expect(refusals({ every: "day" })).toEqual(["every: rule.repeat.every"]);
    expect(refusals({ every: "week" })).toEqual(["weekdays: rule.repeat.weekdays"]);
    expect(refusals({ every: "two-weeks", position: 1 })).toEqual(["weekdays: rule.repeat.weekdays"]);
    expect(refusals({ every: "month-weekday", weekdays: [1] })).toEqual(["position: rule.repeat.position"]);
  });

  it("refuses values out of bounds", () => {
    expect(week({})).toEqual([]);
    for (const weekdays of [[], [1, 2, 3, 4, 5, 6, 7, 1], "2", null])
      expect(week({ weekdays })).toEqual(["weekdays: rule.repeat.weekdays"]);
    for (const day of [0, 8, 1.5, "2"]) expect(week({ weekdays: [day] })).toEqual(["weekdays.0: rule.repeat.weekdays"]);
    for (const position of [0, 5, -2, "1"])
      expect(refusals({ every: "month-weekday", position })).toEqual(["position: rule.repeat.position"]);
    for (const count of [1, 521, 2.5, "2", -1, 0]) expect(week({ count })).toEqual(["count: rule.repeat.count"]);
    for (const until of ["2027-02-29", "30.3.2027", "2027-03-30T18:00", 20_270_330, ""])
      expect(week({ until })).toEqual(["until: rule.repeat.date"]);
  });

  it("refuses two ends", () => {
    const both = { until: "2027-03-30", count: 12 };
    expect(refusals({ every: "month-day", ...both })).toEqual(["count: rule.repeat.one_end"]);
    expect(refusals({ every: "month-day", ...both, until: null })).toEqual([]);
  });
});

describe("LocalTime", () => {
  it("refuses a time of another kind", () => {
    expect(LocalTime.parse("2026-12-01T18:00")).toBe("2026-12-01T18:00");
    expect(LocalTime.safeParse("2026-12-01T18:00Z").error?.issues[0]?.message).toBe("rule.repeat.local_time");
  });
});

describe("LeftOut", () => {
  const days = Array.from({ length: 201 }, (_, index) => daysAfter("2026-12-01", index));

  it("has each day once, in order", () => {
    expect(LeftOut.parse(["2026-12-29", "2026-12-01", "2026-12-29"])).toEqual(["2026-12-01", "2026-12-29"]);
    expect(LeftOut.parse([])).toEqual([]);
  });

  it("refuses more than 200 days, and texts that are not days", () => {
    expect(LeftOut.parse(days.slice(1))).toHaveLength(200);
    expect(LeftOut.safeParse(days).error?.issues[0]?.message).toBe("rule.repeat.left_out");
    expect(LeftOut.safeParse(["2026-12-32"]).error?.issues[0]?.message).toBe("rule.repeat.date");
  });
});
