import { describe, expect, it } from "vitest";
import { wallClockIn } from "../events/rules.ts";
import { capacityOf, momentIn, sameDayLater } from "./rules.ts";

describe("capacityOf", () => {
  it.each([
    ["50", 50],
    ["up to 50", 50],
    ["20-50", 50],
    ["1,000", 1000],
    ["1.000.000", 1_000_000],
    ["20, 50", 50],
    ["1,00", 1],
    ["৫০", 50],
    ["٥٠", 50],
    ["১,০০০ জন", 1000],
    ["５０", 50],
    ["𝟓𝟎", 50],
    ["0", 0],
    ["as many as like", 100],
    [" no Limit ", null],
    ["", 100],
    [null, 100],
    [undefined, 100],
  ])("reads %o as %o", (words, capacity) => {
    expect(capacityOf(words)).toBe(capacity);
  });
});

describe("momentIn", () => {
  it("is the moment at which calendar and clock show it there, and wallClockIn shows it", () => {
    const moment = new Date("2026-11-28T03:30:00Z");
    expect(momentIn("Asia/Dhaka", "2026-11-28", "09:30")).toEqual(moment);
    expect(wallClockIn(moment, "Asia/Dhaka")).toEqual({ date: "2026-11-28", time: "09:30" });
  });

  it.each(["", "2026-13-01", "0002-12-01", "0202-12-01", "12026-12-01"])(
    "is none for %o, as while it is typed",
    (date) => {
      expect(momentIn("Europe/Lisbon", date, "09:30")).toBeNull();
    },
  );

  it.each([
    // Skipped, because the clocks are set forward: as far behind the change.
    ["Europe/Berlin", "2027-03-28", "02:30", "2027-03-28T01:30:00Z", "03:30"],
    ["America/Chicago", "2027-03-14", "02:00", "2027-03-14T08:00:00Z", "03:00"],
    ["Australia/Lord_Howe", "2027-10-03", "02:15", "2027-10-02T15:45:00Z", "02:45"],
    // Shown twice, because they are set back: the first.
    ["Europe/Berlin", "2027-10-31", "02:30", "2027-10-31T00:30:00Z", "02:30"],
    ["America/Chicago", "2027-11-07", "01:00", "2027-11-07T06:00:00Z", "01:00"],
    ["Australia/Lord_Howe", "2027-04-04", "01:45", "2027-04-03T14:45:00Z", "01:45"],
    // Around the changes.
    ["Europe/Berlin", "2027-10-31", "01:59", "2027-10-30T23:59:00Z", "01:59"],
    ["Europe/Berlin", "2027-10-31", "03:00", "2027-10-31T02:00:00Z", "03:00"],
    ["Europe/Berlin", "2027-03-28", "03:00", "2027-03-28T01:00:00Z", "03:00"],
    ["Pacific/Kiritimati", "2027-06-01", "00:00", "2027-05-31T10:00:00Z", "00:00"],
    ["Pacific/Pago_Pago", "2027-06-01", "23:30", "2027-06-02T10:30:00Z", "23:30"],
  ])("knows what the clocks of %s do on %s at %s", (timeZone, date, time, moment, shown) => {
    expect(momentIn(timeZone, date, time)).toEqual(new Date(moment));
    expect(wallClockIn(new Date(moment), timeZone).time).toBe(shown);
  });
});

const later = (eventDate: string, now: string) =>
  sameDayLater({ eventDate, timeZone: "Europe/Berlin" }, new Date(now)).toISOString();

describe("sameDayLater", () => {
  it("is a week after an event to come, and the next same day after one that is over", () => {
    expect(later("2026-05-02T08:00:00.000Z", "2026-04-01T00:00:00Z")).toBe("2026-05-09T08:00:00.000Z");
    expect(later("2026-05-02T08:00:00.000Z", "2026-05-30T07:59:59Z")).toBe("2026-05-30T08:00:00.000Z");
    expect(later("2026-05-02T08:00:00.000Z", "2026-05-30T08:00:00Z")).toBe("2026-06-06T08:00:00.000Z");
  });

  it("is at the same time when the clocks have changed since", () => {
    expect(later("2026-10-24T08:00:00.000Z", "2026-10-20T00:00:00Z")).toBe("2026-10-31T09:00:00.000Z");
  });
});
