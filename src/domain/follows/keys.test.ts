import { assert, constantFrom, double, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { distanceBetween } from "../towns/rules.ts";
import { keysOfEvent, keysOfFilter } from "./keys.ts";

const event = { organizer_id: "olga", owner_community_id: null, event_type: "food", latitude: null, longitude: null };
const number = (min: number, max: number) => double({ min, max, noNaN: true });

/** Tests whether an event at a point shares a key with a filter. */
const finds = (latitude: number, longitude: number, keys: string[]) =>
  keysOfEvent({ ...event, latitude, longitude }).some((key) => keys.includes(key));

describe("the keys of a filter", () => {
  it("share one with every event that is near enough, across the antimeridian and at the poles too", () => {
    const cases = record({
      lat: constantFrom(0, 41.15, 79.9, 80.1, -80.3, 89.7, -90),
      lon: constantFrom(0, -8.6, 179.9, -180, 180),
      within: constantFrom(2, 10, 50),
      north: number(-0.46, 0.46),
      east: number(-180, 180),
      scale: constantFrom(1, 0.01),
    });
    let near = 0;
    assert(
      property(cases, ({ lat, lon, within, north, east, scale }) => {
        const there = { lat: Math.max(-90, Math.min(90, lat + north)), lon: ((lon + east * scale + 540) % 360) - 180 };
        if (distanceBetween({ lat, lon }, there) > within) return;
        near++;
        for (const category of [[], ["food" as const]])
          expect(finds(there.lat, there.lon, keysOfFilter({ category }, { point: { lat, lon }, within }))).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(near).toBeGreaterThan(10);
  });

  it("leave out events far away, of another type, or without a point", () => {
    const porto = { point: { lat: 41.15, lon: -8.61 }, within: 50 };
    const keys = keysOfFilter({ category: ["food"] }, porto);
    expect(keys.length).toBeLessThanOrEqual(4);
    expect([finds(41.2, -8.5, keys), finds(38.7, -9.1, keys)]).toEqual([true, false]);
    expect(finds(41.2, -8.5, keysOfFilter({ category: ["cleanup"] }, porto))).toBe(false);
    expect(keysOfEvent(event).some((key) => keys.includes(key))).toBe(false);
    expect(keysOfEvent(event)).toEqual(["*", "organizer olga", "type food"]);
    expect(keysOfFilter({ category: [] }, null)).toEqual(["*"]);
  });
});
