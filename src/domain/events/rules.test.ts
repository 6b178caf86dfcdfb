import { describe, expect, it } from "vitest";
import {
  cutShort,
  daysAfter,
  hasBegun,
  isFull,
  momentOf,
  nearDateOf,
  remainingSpots,
  spanOf,
  weekendOf,
  whyFull,
  listPath,
  withTown,
} from "./rules.ts";

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

const nobody = { participant: 0, waitlisted: 0, held: 0, passed: 0 };

describe("remainingSpots", () => {
  it("is never below zero", () => {
    expect(remainingSpots({ ...nobody, participant: 3, capacity: 20 })).toBe(17);
    expect(remainingSpots({ ...nobody, participant: 21, capacity: 20 })).toBe(0);
    expect(remainingSpots({ ...nobody, participant: 18, waitlisted: 2, held: 1, capacity: 20 })).toBe(1);
    expect(remainingSpots({ ...nobody, participant: 21, capacity: null })).toBeNull();
  });
});

describe("isFull", () => {
  it("is true for newcomers if the free spots are kept for the waitlist or offered", () => {
    expect(isFull({ ...nobody, participant: 20, capacity: 20 })).toBe(true);
    expect(isFull({ ...nobody, participant: 19, capacity: 20 })).toBe(false);
    expect(isFull({ ...nobody, participant: 19, waitlisted: 1, held: 1, capacity: 20 })).toBe(true);
    expect(isFull({ ...nobody, participant: 18, waitlisted: 3, capacity: 20 })).toBe(true);
    // People who let an offer expire no longer block the spot; the person behind them still does.
    expect(isFull({ participant: 18, waitlisted: 2, held: 1, passed: 1, capacity: 20 })).toBe(false);
    expect(isFull({ participant: 18, waitlisted: 3, held: 1, passed: 1, capacity: 20 })).toBe(true);
    expect(isFull({ ...nobody, participant: 500, capacity: null })).toBe(false);
  });
});

describe("whyFull", () => {
  it("reports that every spot is taken only if it is", () => {
    const offered = { ...nobody, participant: 3, waitlisted: 1, held: 1, capacity: 4 };
    expect(whyFull({ ...nobody, participant: 4, capacity: 4 })).toBe("taken");
    expect(whyFull(offered)).toBe("offered");
    expect(whyFull({ ...offered, held: 0 })).toBe("kept");
    expect(whyFull({ ...offered, held: 0, passed: 1 })).toBeNull();
    expect(whyFull({ ...nobody, participant: 3, capacity: 4 })).toBeNull();
  });
});

describe("hasBegun", () => {
  it("is true from the moment after the event's beginning", () => {
    const moment = new Date("2027-01-01T10:00:00Z");
    expect(hasBegun(moment, moment)).toBe(false);
    expect(hasBegun(moment, new Date(moment.getTime() + 1))).toBe(true);
    expect(hasBegun("2027-01-01T10:00:00Z", new Date("2027-01-01T09:00:00Z"))).toBe(false);
  });
});

const span = (begin: string, end: string, timeZone = "Asia/Dhaka", named = false) => {
  const { date, from, until } = spanOf(new Date(begin), new Date(end), timeZone, named);
  return `${date} | ${from} | ${until}`;
};

describe("spanOf", () => {
  it.each([
    ["the same half of a day", "03:30", "05:30", "9:30 | 11:30 AM"],
    ["both halves", "04:00", "10:00", "10 AM | 4 PM"],
    ["a whole hour and a half one", "04:00", "10:30", "10:00 AM | 4:30 PM"],
    ["from noon", "06:00", "08:00", "12 | 2 PM"],
    ["until noon", "04:00", "06:00", "10 AM | 12 PM"],
    ["all day but a minute", "00:00", "17:59", "6:00 AM | 11:59 PM"],
    ["a moment", "03:30", "03:30", "9:30 AM | 9:30 AM"],
  ])("formats the beginning and the end: %s", (_, begin, end, words) => {
    expect(span(`2026-11-28T${begin}:00Z`, `2026-11-28T${end}:00Z`)).toBe(`Sat, Nov 28, 2026 | ${words}`);
  });

  it.each([
    ["a day", "2026-11-29T04:00Z", "2026-11-30T10:00Z", "Sun, Nov 29, 2026 | 10 AM | Mon 30, 4 PM"],
    ["half an hour", "2026-11-29T04:00Z", "2026-11-30T10:30Z", "Sun, Nov 29, 2026 | 10:00 AM | Mon 30, 4:30 PM"],
    ["midnight", "2026-11-28T16:00Z", "2026-11-28T18:00Z", "Sat, Nov 28, 2026 | 10 PM | midnight"],
    ["half past and midnight", "2026-11-28T16:30Z", "2026-11-28T18:00Z", "Sat, Nov 28, 2026 | 10:30 PM | midnight"],
    ["the midnight after", "2026-11-28T16:00Z", "2026-11-29T18:00Z", "Sat, Nov 28, 2026 | 10 PM | Mon 30, 12 AM"],
    ["after midnight", "2026-11-28T18:00Z", "2026-11-28T20:00Z", "Sun, Nov 29, 2026 | 12 | 2 AM"],
    ["a month", "2026-11-30T04:00Z", "2026-12-01T10:00Z", "Mon, Nov 30, 2026 | 10 AM | Tue, Dec 1, 4 PM"],
    ["a year", "2026-12-31T14:00Z", "2026-12-31T19:30Z", "Thu, Dec 31, 2026 | 8:00 PM | Fri, Jan 1, 2027, 1:30 AM"],
  ])("names another day's end only by the parts that differ: %s", (_, begin, end, words) => {
    expect(span(begin, end)).toBe(words);
  });

  it.each([
    ["a day", "2026-12-17T18:00Z", "2026-12-18T18:00Z", "Fri, Dec 18, 2026 | all day"],
    ["a weekend", "2026-12-17T18:00Z", "2026-12-20T18:00Z", "Fri, Dec 18, 2026 | Fri – Sun 20"],
    ["into another month", "2026-11-29T18:00Z", "2026-12-01T18:00Z", "Mon, Nov 30, 2026 | Mon – Tue, Dec 1"],
    ["into another year", "2026-12-30T18:00Z", "2027-01-01T18:00Z", "Thu, Dec 31, 2026 | Thu – Fri, Jan 1, 2027"],
    [
      "all but the last minute",
      "2026-12-17T18:00Z",
      "2026-12-20T17:59Z",
      "Fri, Dec 18, 2026 | 12:00 AM – Sun 20, 11:59 PM",
    ],
    ["from one in the morning", "2026-12-17T19:00Z", "2026-12-20T18:00Z", "Fri, Dec 18, 2026 | 1 AM – Mon 21, 12 AM"],
    ["an evening", "2026-12-18T10:00Z", "2026-12-18T18:00Z", "Fri, Dec 18, 2026 | 4 PM – midnight"],
    ["a moment at midnight", "2026-12-17T18:00Z", "2026-12-17T18:00Z", "Fri, Dec 18, 2026 | 12 AM – 12 AM"],
  ])("writes whole days as days, and other times as times: %s", (_, begin, end, words) => {
    const { date, hours, days } = spanOf(new Date(begin), new Date(end), "Asia/Dhaka");
    expect(`${date} | ${hours}`).toBe(words);
    expect(days).toBe(/AM|PM/.test(hours) ? null : hours);
    expect(spanOf(new Date(begin), new Date(end), "Asia/Dhaka", true).hours).toBe(`${hours} Dhaka time`);
  });

  it("handles the first minute of a day on which clocks skip midnight", () => {
    const [begin, end] = [new Date("2026-09-06T04:00Z"), new Date("2026-09-07T03:00Z")];
    expect(spanOf(begin, end, "America/Santiago").days).toBe("all day");
  });

  it("names the zone once, by request, even if its clocks change in between", () => {
    const morning = ["2026-11-28T03:30:00Z", "2026-11-28T05:30:00Z"] as const;
    expect(span(...morning, "Asia/Dhaka", true)).toBe("Sat, Nov 28, 2026 | 9:30 | 11:30 AM Dhaka time");
    expect(span(...morning, "UTC", true)).toBe("Sat, Nov 28, 2026 | 3:30 | 5:30 AM UTC");
    expect(span("2027-10-30T20:00:00Z", "2027-10-31T05:00:00Z", "Europe/Berlin", true)).toBe(
      "Sat, Oct 30, 2027 | 10 PM | Sun 31, 6 AM Berlin time",
    );
    // The event takes two and a half hours, during which the clocks are set back.
    expect(span("2027-11-07T04:30:00Z", "2027-11-07T07:00:00Z", "America/New_York", true)).toBe(
      "Sun, Nov 7, 2027 | 12:30 | 2:00 AM New York time",
    );
    expect(span("2027-11-07T05:30:00Z", "2027-11-07T06:30:00Z", "America/New_York")).toBe(
      "Sun, Nov 7, 2027 | 1:30 AM | 1:30 AM",
    );
  });

  it("recognizes whole hours by the event's own clock", () => {
    expect(span("2026-11-28T03:15:00Z", "2026-11-28T05:15:00Z", "Asia/Kathmandu")).toBe(
      "Sat, Nov 28, 2026 | 9 | 11 AM",
    );
    expect(span("2026-11-28T03:00:00Z", "2026-11-28T05:00:00Z", "Asia/Kathmandu")).toBe(
      "Sat, Nov 28, 2026 | 8:45 | 10:45 AM",
    );
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
