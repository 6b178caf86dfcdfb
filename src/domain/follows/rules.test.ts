import { describe, expect, it } from "vitest";
import { nextDue } from "./rules.ts";

describe("nextDue", () => {
  const timing = { weekday: 4, hour: 17, timeZone: "Asia/Dhaka" };
  it.each([
    ["weekly", "2030-05-10T12:00:00Z", "2030-05-16T11:00:00Z"],
    // Checks the due day itself, before the hour and at it.
    ["weekly", "2030-05-16T10:59:59Z", "2030-05-16T11:00:00Z"],
    ["weekly", "2030-05-16T11:00:00Z", "2030-05-23T11:00:00Z"],
    ["daily", "2030-05-16T11:00:00Z", "2030-05-17T11:00:00Z"],
    ["monthly", "2030-05-02T10:00:00Z", "2030-05-02T11:00:00Z"],
    ["monthly", "2030-05-02T11:00:00Z", "2030-06-06T11:00:00Z"],
    // The first Thursday is the last day of the first week.
    ["monthly", "2030-11-01T11:00:00Z", "2030-11-07T11:00:00Z"],
    ["at_once", "2030-05-16T11:00:00Z", "2030-05-16T11:15:00Z"],
  ] as const)("is, %s, after %s at %s", (pace, now, due) => {
    expect(nextDue({ pace, ...timing }, new Date(now))).toEqual(new Date(due));
  });

  it("follows the clocks of the zone, also on the night on which they are set forward", () => {
    const night = { pace: "daily", weekday: 1, hour: 2, timeZone: "America/New_York" } as const;
    expect(nextDue(night, new Date("2030-03-09T08:00:00Z"))).toEqual(new Date("2030-03-10T07:00:00Z"));
    expect(nextDue(night, new Date("2030-03-10T07:00:00Z"))).toEqual(new Date("2030-03-11T06:00:00Z"));
  });
});
