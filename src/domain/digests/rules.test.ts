import { describe, expect, it } from "vitest";
import { isNear, lastDigestTime } from "./rules.ts";

const hour = 3_600_000;

describe("lastDigestTime", () => {
  it.each([
    ["2030-05-10T11:59:59Z", "Asia/Dhaka", "2030-05-09", "2030-05-09T12:00:00.000Z"],
    ["2030-05-10T12:00:00Z", "Asia/Dhaka", "2030-05-10", "2030-05-10T12:00:00.000Z"],
    ["2030-03-01T01:00:00Z", "America/New_York", "2030-02-28", "2030-02-28T23:00:00.000Z"],
    // The clocks are set forward on that morning.
    ["2030-03-10T22:00:00Z", "America/New_York", "2030-03-10", "2030-03-10T22:00:00.000Z"],
  ])("is, at %s in %s, the time of %s", (now, zone, date, moment) => {
    expect(lastDigestTime(new Date(now), zone)).toEqual({ date, moment: new Date(moment) });
  });
});

describe("isNear", () => {
  it("is true in the last two days", () => {
    const begin = new Date("2030-05-20T04:00:00Z");
    const isNearBefore = (hours: number) => isNear({ begin }, new Date(begin.getTime() - hours * hour));
    expect([48, 48.001, 1].map(isNearBefore)).toEqual([true, false, true]);
  });
});
