import { describe, expect, it } from "vitest";
import { toldIn } from "./event-json-ld.ts";

describe("toldIn", () => {
  it.each([
    ["Asia/Dhaka", "2026-11-28T03:30:00.000Z", "2026-11-28T09:30:00+06:00"],
    ["Asia/Kathmandu", "2026-11-28T03:30:59.999Z", "2026-11-28T09:15:00+05:45"],
    ["America/Chicago", "2027-03-14T07:59:00.000Z", "2027-03-14T01:59:00-06:00"],
    ["America/Chicago", "2027-03-14T08:00:00.000Z", "2027-03-14T03:00:00-05:00"],
    ["Australia/Lord_Howe", "2027-10-02T15:30:00.000Z", "2027-10-03T02:30:00+11:00"],
    ["UTC", "2026-12-31T23:30:00.000Z", "2026-12-31T23:30:00+00:00"],
  ])("tells in %s what its clocks show at %s, and how far they are from UTC", (timeZone, moment, told) => {
    expect(toldIn(timeZone, moment)).toBe(told);
  });
});
