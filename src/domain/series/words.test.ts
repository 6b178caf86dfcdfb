import { describe, expect, it } from "vitest";
import { datesInWords, scheduleOf } from "./words.ts";

describe("datesInWords", () => {
  it("says the rule, with its end only if that is wanted", () => {
    const series = { rule: "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270330T235959", anchor: "2026-12-01T18:00" };
    expect(datesInWords(series, "endless")).toBe("Every Tuesday, 6 PM");
    expect(datesInWords(series, "with its end")).toBe("Every Tuesday, 6 PM, until March 30");
  });
});

describe("scheduleOf", () => {
  const anchor = "2026-12-01T18:00";
  const scheduled = (rule: string) => scheduleOf({ rule, anchor }, "Europe/Lisbon");
  const all = {
    "@type": "Schedule",
    startDate: "2026-12-01",
    startTime: "18:00:00",
    scheduleTimezone: "Europe/Lisbon",
  };

  it.each([
    [
      "FREQ=WEEKLY;BYDAY=TU,TH",
      { repeatFrequency: "P1W", byDay: ["https://schema.org/Tuesday", "https://schema.org/Thursday"] },
    ],
    ["FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=TU", { repeatFrequency: "P2W", byDay: ["https://schema.org/Tuesday"] }],
    ["FREQ=MONTHLY;BYMONTHDAY=1;COUNT=5", { repeatFrequency: "P1M", byMonthDay: 1, repeatCount: 5 }],
    ["FREQ=MONTHLY;BYDAY=1TU;UNTIL=20270601T235959", { repeatFrequency: "P1M", byDay: "1TU", endDate: "2027-06-01" }],
  ])("has the days and the end of %s, and no others", (rule, days) => {
    expect(scheduled(rule)).toEqual({ ...all, ...days });
  });
});
