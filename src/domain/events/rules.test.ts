import { describe, expect, it } from "vitest";
import {
  cutShort,
  daysAfter,
  daysOf,
  daysUntil,
  durationMax,
  hasLength,
  isFull,
  listPath,
  momentOf,
  nearDateOf,
  peopleIn,
  remainingSpots,
  spotsOf,
  weekendOf,
  whyFull,
  withTown,
} from "./rules.ts";
import { flatSpots } from "./shapes.ts";

describe("cutShort", () => {
  it("leaves up to 50 characters as they are", () => {
    expect(cutShort("a".repeat(50))).toBe("a".repeat(50));
    expect(cutShort("👨‍👩‍👧".repeat(50))).toBe("👨‍👩‍👧".repeat(50));
  });

  it("cuts longer text to its first 60 characters and three dots", () => {
    expect(cutShort("a".repeat(51))).toBe(`${"a".repeat(51)}...`);
    expect(cutShort("a".repeat(61))).toBe(`${"a".repeat(60)}...`);
    expect(cutShort("👨‍👩‍👧".repeat(61))).toBe(`${"👨‍👩‍👧".repeat(60)}...`);
  });
});

const nobody = { taken: 0, waitlisted: 0, held: 0, passed: 0 };

describe("remainingSpots", () => {
  it("is never below zero", () => {
    expect(remainingSpots({ ...nobody, taken: 3, capacity: 20 })).toBe(17);
    expect(remainingSpots({ ...nobody, taken: 21, capacity: 20 })).toBe(0);
    expect(remainingSpots({ ...nobody, taken: 18, waitlisted: 2, held: 1, capacity: 20 })).toBe(1);
    expect(remainingSpots({ ...nobody, taken: 21, capacity: null })).toBeNull();
  });
});

describe("isFull", () => {
  it("is about newcomers: spots that others wait for, or have an offer for, are not free", () => {
    expect(isFull({ ...nobody, taken: 20, capacity: 20 })).toBe(true);
    expect(isFull({ ...nobody, taken: 19, capacity: 20 })).toBe(false);
    expect(isFull({ ...nobody, taken: 19, waitlisted: 1, held: 1, capacity: 20 })).toBe(true);
    expect(isFull({ ...nobody, taken: 18, waitlisted: 3, capacity: 20 })).toBe(true);
    // People who let an offer expire no longer block the spot; the person behind them still does.
    expect(isFull({ taken: 18, waitlisted: 2, held: 1, passed: 1, capacity: 20 })).toBe(false);
    expect(isFull({ taken: 18, waitlisted: 3, held: 1, passed: 1, capacity: 20 })).toBe(true);
    expect(isFull({ ...nobody, taken: 500, capacity: null })).toBe(false);
  });
});

describe("whyFull", () => {
  it("reports that every spot is taken only if it is", () => {
    const offered = { ...nobody, taken: 3, waitlisted: 1, held: 1, capacity: 4 };
    expect(whyFull({ ...nobody, taken: 4, capacity: 4 })).toBe("taken");
    expect(whyFull(offered)).toBe("offered");
    expect(whyFull({ ...offered, held: 0 })).toBe("kept");
    expect(whyFull({ ...offered, held: 0, passed: 1 })).toBeNull();
    expect(whyFull({ ...nobody, taken: 3, capacity: 4 })).toBeNull();
  });
});

describe("peopleIn", () => {
  it("counts people with a spot and on the waitlist, and no held spot twice", () => {
    expect(peopleIn({ ...nobody, taken: 4, waitlisted: 3, held: 2, capacity: 6 })).toBe(7);
  });
});

describe("spotsOf", () => {
  it("reads back the spots that the API answers with", () => {
    const spots = { capacity: 20, taken: 18, waitlisted: 5, held: 2, passed: 1 };
    expect(spotsOf(flatSpots(spots))).toEqual(spots);
    expect(flatSpots(spots)).toEqual({ capacity: 20, participant: 18, waitlisted: 5, held: 2, passed: 1 });
  });
});

const inDhaka = (begin: string, end: string) => ({ begin: new Date(begin), end: new Date(end), zone: "Asia/Dhaka" });

describe("hasLength", () => {
  it("is true for an end after the beginning, up to 14 days later", () => {
    const begin = new Date("2026-11-28T03:30:00Z");
    const lasting = (length: number) => hasLength({ begin, end: new Date(begin.getTime() + length) });
    expect([1, durationMax].map(lasting)).toEqual([true, true]);
    expect([-1, 0, durationMax + 1].map(lasting)).toEqual([false, false, false]);
  });
});

describe("daysOf", () => {
  it("are the days on the span's own clocks, where an end at midnight counts for the day before", () => {
    const night = inDhaka("2026-11-28T17:59:00Z", "2026-11-28T18:01:00Z");
    expect(daysOf(night)).toEqual({ first: "2026-11-28", last: "2026-11-29" });
    const evening = inDhaka("2026-11-28T16:00:00Z", "2026-11-28T18:00:00Z");
    expect(daysOf(evening)).toEqual({ first: "2026-11-28", last: "2026-11-28" });
  });
});

describe("daysUntil", () => {
  it("counts midnights on the span's own clocks, whatever the hours", () => {
    const span = inDhaka("2026-11-28T18:00:00Z", "2026-11-28T20:00:00Z");
    const from = ["2026-11-28T18:00:00Z", "2026-11-28T17:59:00Z", "2026-10-31T18:00:00Z", "2026-11-29T18:00:00Z"];
    expect(from.map((now) => daysUntil(span, new Date(now)))).toEqual([0, 1, 28, -1]);
  });
});

describe("momentOf", () => {
  it("returns the day and the time, with their zone by request", () => {
    const moment = new Date("2026-12-31T18:00:00Z");
    expect(momentOf(moment, "Asia/Dhaka")).toBe("Fri, Jan 1, 2027, 12:00 AM");
    expect(momentOf(moment, "America/Argentina/Buenos_Aires", true)).toBe(
      "Thu, Dec 31, 2026, 3:00 PM Buenos Aires time",
    );
  });
});

describe("nearDateOf", () => {
  it("leaves out the current year", () => {
    const [moment, later] = [new Date("2026-12-31T23:30:00Z"), new Date("2027-02-01T09:00:00Z")];
    expect(nearDateOf(moment, "UTC", moment)).toBe("Dec 31");
    expect(nearDateOf(moment, "UTC", later)).toBe("Dec 31, 2026");
    expect(nearDateOf(moment, "Asia/Dhaka", later)).toBe("Jan 1");
  });
});

describe("weekendOf", () => {
  it("is Saturday and Sunday of the same week, and Sunday alone on a Sunday", () => {
    const weekend = { from: "2026-11-28", to: "2026-11-29" };
    for (const day of ["2026-11-23", "2026-11-27", "2026-11-28"]) expect(weekendOf(day)).toEqual(weekend);
    expect(weekendOf("2026-11-29")).toEqual({ from: "2026-11-29", to: "2026-11-29" });
    expect(weekendOf("2026-12-31")).toEqual({ from: "2027-01-02", to: "2027-01-03" });
  });
});

describe("daysAfter", () => {
  it("counts calendar days", () => {
    expect(daysAfter("2028-02-28", 2)).toBe("2028-03-01");
    expect(daysAfter("2026-01-01", -1)).toBe("2025-12-31");
    expect(daysAfter("2026-13-01", 1)).toBe("");
  });
});

describe("withTown", () => {
  it("adds the town unless the location already names it", () => {
    expect(withTown("Pier 1", { name: "Porto" })).toBe("Pier 1, Porto");
    expect(withTown("Pier 1, PORTO", { name: "Porto" })).toBe("Pier 1, PORTO");
    expect(withTown("Dom, Koln", { name: "Köln" })).toBe("Dom, Koln");
    expect(withTown("Pier 1", null)).toBe("Pier 1");
  });
});

describe("listPath", () => {
  it("is the list's own address without a filter, and has any filter as its query", () => {
    expect([listPath(""), listPath("near=Porto")]).toEqual(["/upcoming-events", "/upcoming-events?near=Porto"]);
  });
});
