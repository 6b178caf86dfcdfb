import { describe, expect, it } from "vitest";

import { heldUntil } from "./held-until.ts";

const now = new Date("2026-11-25T20:00:00Z");

describe("heldUntil", () => {
  it("says 'today' instead of the date, by the clock of the zone", () => {
    expect(heldUntil("2026-11-25T21:32:00Z", "Europe/Lisbon", { now })).toBe("today, 9:32 PM");
    expect(heldUntil("2026-11-25T21:32:00Z", "Europe/Lisbon", { now, named: true })).toBe("today, 9:32 PM Lisbon time");
    expect(heldUntil("2026-11-25T21:32:00Z", "Europe/Lisbon", { now, short: true })).toBe("9:32 PM");
    expect(heldUntil("2026-11-26T05:00:00Z", "America/Los_Angeles", { now })).toBe("today, 9:00 PM");
    // Today is another day there than in UTC.
    expect(heldUntil("2026-11-26T05:00:00Z", "Pacific/Auckland", { now })).toBe("today, 6:00 PM");
    expect(heldUntil("2026-11-25T10:00:00Z", "Pacific/Auckland", { now })).toBe("Wed, Nov 25, 2026, 11:00 PM");
  });

  it("gives the date of another day", () => {
    expect(heldUntil("2026-11-26T21:32:00Z", "Europe/Lisbon", { now, short: true })).toBe("Thu, Nov 26, 2026, 9:32 PM");
  });
});
