import { describe, expect, it } from "vitest";
import type { Event } from "#domain/events/shapes.ts";
import { scheduleOf } from "#domain/series/words.ts";
import { eventData, toldIn } from "./event-json-ld.ts";

describe("toldIn", () => {
  it.each([
    ["Asia/Dhaka", "2026-11-28T03:30:00.000Z", "2026-11-28T09:30:00+06:00"],
    ["Asia/Kathmandu", "2026-11-28T03:30:59.999Z", "2026-11-28T09:15:00+05:45"],
    ["America/Chicago", "2027-03-14T07:59:00.000Z", "2027-03-14T01:59:00-06:00"],
    ["America/Chicago", "2027-03-14T08:00:00.000Z", "2027-03-14T03:00:00-05:00"],
    ["Australia/Lord_Howe", "2027-10-02T15:30:00.000Z", "2027-10-03T02:30:00+11:00"],
    ["UTC", "2026-12-31T23:30:00.000Z", "2026-12-31T23:30:00+00:00"],
  ])("writes the time in %s at %s, with the offset from UTC", (timeZone, moment, told) => {
    expect(toldIn(timeZone, moment)).toBe(told);
  });
});

const leftIn = (of: Event, open: boolean) => eventData(of, "https://goodturn.example", open).remainingAttendeeCapacity;

const placeOf = (of: Event) => eventData(of, "https://goodturn.example", true).location;

describe("eventData", () => {
  const event = {
    timeZone: "UTC",
    eventDate: "2026-11-28T09:30:00Z",
    eventEnd: "2026-11-28T11:30:00Z",
    status: "active",
    thumbnailUrl: "https://example.org/a.jpg",
    capacity: 4,
    participant: 2,
    held: 1,
    stepFree: null,
    languages: [] as string[],
    location: "Pier 1",
    point: null,
    isExact: false,
    town: null,
  } as Event;

  it("offers spots while they can be taken", () => {
    expect(leftIn(event, true)).toBe(1);
    expect(leftIn(event, false)).toBe(0);
    expect(leftIn({ ...event, status: "cancelled" }, true)).toBe(0);
    expect(leftIn({ ...event, capacity: null }, true)).toBeUndefined();
  });

  it("has the schedule of a series, and none for an event that happens once", () => {
    const schedule = scheduleOf({ rule: "FREQ=WEEKLY;BYDAY=TU", anchor: "2026-12-01T18:00" }, "UTC");
    expect(eventData(event, "https://goodturn.example", true, schedule)).toMatchObject({ eventSchedule: schedule });
    expect(eventData(event, "https://goodturn.example", true)).not.toHaveProperty("eventSchedule");
  });

  it("includes accessibility and language where the organizer states them", () => {
    const said = eventData({ ...event, stepFree: false, languages: ["pt", "en"] }, "https://goodturn.example", true);
    const amenityFeature = { "@type": "LocationFeatureSpecification", name: "Step-free access", value: false };
    expect(said.location).toMatchObject({ amenityFeature });
    expect(said).toMatchObject({ inLanguage: ["pt", "en"] });
    const unsaid = JSON.stringify(eventData(event, "https://goodturn.example", true));
    expect(unsaid).not.toMatch(/amenityFeature|inLanguage/);
  });

  it("gives the location as precisely as it is known: a pin, a town, or only the organizer's words", () => {
    const town = { id: 1, name: "Porto", country: "PT" };
    const point = { lat: 41.1459, lon: -8.6158 };
    const address = {
      "@type": "PostalAddress",
      streetAddress: "Pier 1",
      addressLocality: "Porto",
      addressCountry: "PT",
    };
    expect(placeOf({ ...event })).toEqual({ "@type": "Place", name: "Pier 1", address: "Pier 1" });
    expect(placeOf({ ...event, town, point })).toEqual({ "@type": "Place", name: "Pier 1", address });
    const geo = { "@type": "GeoCoordinates", latitude: 41.1459, longitude: -8.6158 };
    expect(placeOf({ ...event, town, point, isExact: true })).toEqual({
      "@type": "Place",
      name: "Pier 1",
      address,
      geo,
    });
  });
});
