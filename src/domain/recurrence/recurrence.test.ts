import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daysAfter } from "../events/rules.ts";
import { parseRRule, toRRule } from "./recurrence.ts";
import { countMax, countMin, positionsOf, type Recurrence, weekdays } from "./rules.ts";

const open = { until: null, count: null };
/** A Thursday, the fourth and last one of its month. */
const start = "2026-11-26T18:00";

const written: [string, Recurrence][] = [
  ["FREQ=WEEKLY;BYDAY=TU", { every: "week", weekdays: [2], ...open }],
  ["FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=MO,SU", { every: "two-weeks", weekdays: [1, 7], ...open }],
  ["FREQ=MONTHLY;BYMONTHDAY=26", { every: "month-day", ...open }],
  ["FREQ=MONTHLY;BYDAY=4TH", { every: "month-weekday", position: 4, ...open }],
  ["FREQ=MONTHLY;BYDAY=-1TH", { every: "month-weekday", position: -1, ...open }],
  ["FREQ=WEEKLY;BYDAY=TU;UNTIL=20270330T235959", { every: "week", weekdays: [2], until: "2027-03-30", count: null }],
  ["FREQ=MONTHLY;BYMONTHDAY=26;COUNT=12", { every: "month-day", until: null, count: 12 }],
];

describe("toRRule", () => {
  it("writes each kind of rule as RFC 5545 has it, with the days that the start implies", () => {
    expect(written.map(([, rule]) => toRRule(rule, start))).toEqual(written.map(([text]) => text));
    expect(toRRule({ every: "month-day", ...open }, "2027-02-05T09:00")).toBe("FREQ=MONTHLY;BYMONTHDAY=5");
  });
});

describe("parseRRule", () => {
  it("reads each kind of rule", () => {
    expect(written.map(([text]) => parseRRule(text, start))).toEqual(written.map(([, rule]) => rule));
  });

  it("reads back every rule that is written, with any start", () => {
    const end = fc.oneof(
      fc.constant(open),
      fc.record({ until: fc.constant(null), count: fc.integer({ min: countMin, max: countMax }) }),
      fc.record({ until: fc.nat(9000).map((days) => daysAfter("2026-01-01", days)), count: fc.constant(null) }),
    );
    const day = fc.nat(9000).map((days) => daysAfter("2026-01-01", days));
    const anyRule = fc
      .tuple(day, end, fc.subarray([...weekdays], { minLength: 1 }), fc.nat(3))
      .map(([date, ends, days, at]) => {
        const position = positionsOf(date).at(-1)!;
        const rules: Recurrence[] = [
          { every: "week", weekdays: days, ...ends },
          { every: "two-weeks", weekdays: days, ...ends },
          { every: "month-day", ...ends },
          { every: "month-weekday", position, ...ends },
        ];
        return { date, rule: rules[at]! };
      });
    fc.assert(
      fc.property(anyRule, ({ date, rule }) => {
        const text = toRRule(rule, `${date}T09:30`);
        expect(text.length).toBeLessThanOrEqual(200);
        expect(parseRRule(text, `${date}T09:30`)).toEqual(rule);
      }),
      { numRuns: 500 },
    );
  });

  it("reads the same rule with its parts and days in another order, and with parts that change nothing", () => {
    expect(parseRRule("BYDAY=TU;COUNT=5;INTERVAL=1;FREQ=WEEKLY;WKST=MO", start)).toEqual({
      every: "week",
      weekdays: [2],
      until: null,
      count: 5,
    });
    expect(parseRRule("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO", start)).toEqual(written[1]![1]);
  });

  it.each([
    ["nothing", ""],
    ["words", "every Tuesday"],
    ["another frequency", "FREQ=DAILY"],
    ["a year", "FREQ=YEARLY"],
    ["an hour", "FREQ=HOURLY;BYDAY=TU"],
    ["another interval", "FREQ=WEEKLY;INTERVAL=3;BYDAY=TU"],
    ["an interval of zero", "FREQ=WEEKLY;INTERVAL=0;BYDAY=TU"],
    ["every second month", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=26"],
    ["a week that begins on Sunday", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU"],
    ["no days of the week", "FREQ=WEEKLY"],
    ["an empty day", "FREQ=WEEKLY;BYDAY=TU,"],
    ["a day twice", "FREQ=WEEKLY;BYDAY=TU,TU"],
    ["an unknown day", "FREQ=WEEKLY;BYDAY=DI"],
    ["a numbered day of the week", "FREQ=WEEKLY;BYDAY=1TU"],
    ["a day of the month in a week", "FREQ=WEEKLY;BYDAY=TU;BYMONTHDAY=26"],
    ["a month without a day", "FREQ=MONTHLY"],
    ["another day of the month than the start's", "FREQ=MONTHLY;BYMONTHDAY=27"],
    ["two days of the month", "FREQ=MONTHLY;BYMONTHDAY=26,27"],
    ["the last day of the month", "FREQ=MONTHLY;BYMONTHDAY=-1"],
    ["another weekday than the start's", "FREQ=MONTHLY;BYDAY=4FR"],
    ["a fifth weekday", "FREQ=MONTHLY;BYDAY=5TH"],
    ["the last weekday but one", "FREQ=MONTHLY;BYDAY=-2TH"],
    ["each weekday of a month", "FREQ=MONTHLY;BYDAY=TH"],
    ["two weekdays of a month", "FREQ=MONTHLY;BYDAY=4TH,-1TH"],
    ["a weekday on a day of the month", "FREQ=MONTHLY;BYDAY=4TH;BYMONTHDAY=26"],
    ["positions of a set", "FREQ=MONTHLY;BYDAY=TH;BYSETPOS=-1"],
    ["chosen months", "FREQ=MONTHLY;BYMONTHDAY=26;BYMONTH=5"],
    ["chosen hours", "FREQ=WEEKLY;BYDAY=TU;BYHOUR=18"],
    ["the 30th of February", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30"],
    ["both ends", "FREQ=WEEKLY;BYDAY=TU;COUNT=5;UNTIL=20270330T235959"],
    ["once", "FREQ=WEEKLY;BYDAY=TU;COUNT=1"],
    ["too many times", "FREQ=WEEKLY;BYDAY=TU;COUNT=521"],
    ["no number of times", "FREQ=WEEKLY;BYDAY=TU;COUNT=-5"],
    ["an end in UTC", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270330T235959Z"],
    ["an end at another time", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270330T180000"],
    ["an end as a day", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270330"],
    ["an end on a day that does not exist", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270230T235959"],
    ["a part twice", "FREQ=WEEKLY;BYDAY=TU;BYDAY=WE"],
    ["an empty part", "FREQ=WEEKLY;BYDAY=TU;"],
    ["a part without a value", "FREQ=WEEKLY;BYDAY=TU;COUNT="],
    ["small letters", "freq=weekly;byday=tu"],
    ["the property's name", "RRULE:FREQ=WEEKLY;BYDAY=TU"],
    ["a second line", "FREQ=WEEKLY;BYDAY=TU\nEXDATE:20270330"],
    ["another calendar", "RSCALE=CHINESE;FREQ=MONTHLY;BYMONTHDAY=26"],
    ["a part of our own", "FREQ=WEEKLY;BYDAY=TU;X-FOO=1"],
    ["a very long text", `FREQ=WEEKLY;BYDAY=TU;COUNT=${"0".repeat(200)}5`],
  ])("refuses %s", (_, text) => {
    expect(parseRRule(text, start)).toBeNull();
  });
});
