import { describe, expect, it } from "vitest";
import { momentIn, type Span } from "../time-zones/rules.ts";
import { eveOf, holdHoursMax, holdHoursMin, isOverBy, lastOnEve, makesOffers, offerExpiry } from "./rules.ts";

const hour = 3_600_000;
const minute = 60_000;

const spanFrom = (begin: Date, zone: string): Span => ({ begin, end: new Date(begin.getTime() + 2 * hour), zone });

/** Returns when an offer expires that is made at a local time for some hours; the event is a month away. */
function expiryOf(zone: string, date: string, time: string, holdHours: number) {
  const now = momentIn(zone, date, time)!;
  return offerExpiry(spanFrom(new Date(now.getTime() + 30 * 24 * hour), zone), holdHours, now);
}

const expiryInLisbon = (time: string) => expiryOf("Europe/Lisbon", "2027-05-01", time, 12);
const inLisbon = (date: string, time: string) => momentIn("Europe/Lisbon", date, time);

describe("offerExpiry", () => {
  it("is after the hours that the organizer chose, or a quarter of the time left", () => {
    const now = new Date("2027-05-01T08:00:00Z");
    const holdOf = (daysLeft: number, holdHours: number) => {
      const span = spanFrom(new Date(now.getTime() + daysLeft * 24 * hour), "UTC");
      return (offerExpiry(span, holdHours, now).getTime() - now.getTime()) / hour;
    };
    expect([holdOf(10, 12), holdOf(10, 3), holdOf(20, 72), holdOf(10, 72), holdOf(2, 72)]).toEqual([12, 3, 72, 60, 12]);
    expect(holdOf(18 / 24, 12)).toBe(4.5);
  });

  it.each([
    // Half-hour offsets, and zones far east and far west.
    ["Asia/Kolkata", "2027-05-01", "20:00", 2, "2027-05-02", "08:00"],
    ["Asia/Kolkata", "2027-05-01", "19:30", 2, "2027-05-01", "21:30"],
    ["America/St_Johns", "2027-05-02", "00:30", 1, "2027-05-02", "08:00"],
    ["Australia/Lord_Howe", "2027-05-01", "23:00", 4, "2027-05-02", "08:00"],
    ["Pacific/Kiritimati", "2027-05-01", "22:30", 1, "2027-05-02", "08:00"],
    ["Pacific/Pago_Pago", "2027-05-31", "21:30", 1, "2027-06-01", "08:00"],
    // The nights in which clocks go forward or back.
    ["Europe/Berlin", "2027-03-27", "21:00", 2, "2027-03-28", "08:00"],
    ["Europe/Berlin", "2027-03-28", "00:30", 2, "2027-03-28", "08:00"],
    ["Europe/Berlin", "2027-10-30", "21:00", 2, "2027-10-31", "08:00"],
    ["America/Chicago", "2027-11-07", "00:30", 1, "2027-11-07", "08:00"],
    ["Australia/Lord_Howe", "2027-10-03", "01:00", 1, "2027-10-03", "08:00"],
    // Clocks that go forward at midnight.
    ["Africa/Cairo", "2027-04-29", "22:30", 1, "2027-04-30", "08:00"],
    ["Africa/Cairo", "2027-04-29", "19:30", 2, "2027-04-29", "21:30"],
  ])("is moved from the night to the morning: in %s on %s at %s for %i hours", (zone, date, time, hours, day, end) => {
    expect(expiryOf(zone, date, time, hours)).toEqual(momentIn(zone, day, end));
  });

  it("treats 22:00 as night and 8:00 as day", () => {
    expect(expiryInLisbon("09:59")).toEqual(inLisbon("2027-05-01", "21:59"));
    expect(expiryInLisbon("10:00")).toEqual(inLisbon("2027-05-02", "08:00"));
    expect(expiryInLisbon("19:59")).toEqual(inLisbon("2027-05-02", "08:00"));
    expect(expiryInLisbon("20:00")).toEqual(inLisbon("2027-05-02", "08:00"));
    expect(expiryInLisbon("20:01")).toEqual(inLisbon("2027-05-02", "08:01"));
    const almost = new Date(inLisbon("2027-05-01", "10:00")!.getTime() - 1);
    const span = spanFrom(new Date(almost.getTime() + 30 * 24 * hour), "Europe/Lisbon");
    const due = offerExpiry(span, 12, almost);
    expect(due).toEqual(new Date(almost.getTime() + 12 * hour));
  });

  it("is never earlier because of the night, and never after the event's beginning", () => {
    const begin = momentIn("Europe/Berlin", "2027-10-31", "09:30")!;
    for (let left = 18 * 60; left < 96 * 60; left += 35) {
      const now = new Date(begin.getTime() - left * minute);
      for (const holdHours of [holdHoursMin, 3, 12, holdHoursMax]) {
        const expiry = offerExpiry(spanFrom(begin, "Europe/Berlin"), holdHours, now).getTime();
        expect(expiry).toBeGreaterThanOrEqual(now.getTime() + Math.min(holdHours * hour, (left * minute) / 4));
        expect(expiry).toBeLessThanOrEqual(begin.getTime());
      }
    }
    // An event before the end of the night.
    const early = momentIn("Europe/Berlin", "2027-10-31", "07:00")!;
    const now = new Date(early.getTime() - 8 * hour);
    expect(offerExpiry(spanFrom(early, "Europe/Berlin"), 1, now)).toEqual(early);
  });
});

describe("makesOffers", () => {
  it("is true until exactly 18 hours before the beginning, in elapsed time rather than clock time", () => {
    // Clocks go forward that night, so 18 hours before 9:30 it is 14:30 in that zone.
    const begin = momentIn("Europe/Berlin", "2027-03-28", "09:30")!;
    const eve = momentIn("Europe/Berlin", "2027-03-27", "14:30")!;
    expect(eveOf({ begin })).toEqual(eve);
    expect(makesOffers({ begin }, new Date(eve.getTime() - 1))).toBe(true);
    expect([eve, begin, new Date(begin.getTime() + hour)].map((now) => makesOffers({ begin }, now))).toEqual([
      false,
      false,
      false,
    ]);
    expect(lastOnEve(eve)).toEqual(begin);
  });
});

describe("isOverBy", () => {
  it("is true from the last moment of the event on", () => {
    const span = spanFrom(new Date("2027-05-01T10:00:00Z"), "UTC");
    const at = [-1, 0, 1].map((away) => new Date(span.end.getTime() + away));
    expect(at.map((now) => isOverBy(span, now))).toEqual([false, true, true]);
  });
});
