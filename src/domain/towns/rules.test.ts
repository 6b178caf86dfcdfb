import { describe, expect, it } from "vitest";
import { chordOf, earthRadius, spherePointOf } from "#db/sphere.ts";
import { boxOf, distanceBetween, mayMean, type Point, textOfBox, withCompleted } from "./rules.ts";

const porto = { lat: 41.14961, lon: -8.61099 };
const lisbon = { lat: 38.71667, lon: -9.13333 };
const halfway = Math.PI * earthRadius;

/** Two points, and their distance in kilometers from an independent source. */
const pairs: [string, Point, Point, number][] = [
  ["Porto and Lisbon", porto, lisbon, 274],
  ["Berlin and Nairobi", { lat: 52.52437, lon: 13.41053 }, { lat: -1.28333, lon: 36.81667 }, 6370],
  ["two islands of Fiji, across the date line", { lat: -16.85, lon: 179.95 }, { lat: -16.85, lon: -179.95 }, 10.6],
  ["two points around the north pole", { lat: 89.95, lon: 0 }, { lat: 89.95, lon: 180 }, 11.1],
  ["the south pole and itself, told by other meridians", { lat: -90, lon: 12 }, { lat: -90, lon: -100 }, 0],
  ["both ends of a hall", { lat: 41.15, lon: -8.61 }, { lat: 41.1501, lon: -8.61 }, 0.0111],
  ["Porto and the other side of the globe", porto, { lat: -porto.lat, lon: 180 + porto.lon }, halfway],
];

/** The straight distance through the ball. */
const straight = (one: Point, other: Point) => {
  const [from, to] = [spherePointOf(one), spherePointOf(other)];
  return Math.hypot(...from.map((value, index) => value - (to[index] ?? 0)));
};

describe("distanceBetween", () => {
  it.each(pairs)("is right for %s", (_, one, other, expected) => {
    const found = distanceBetween(one, other);
    expect(Math.abs(found - expected)).toBeLessThanOrEqual(expected * 0.005 + 1e-9);
    expect(distanceBetween(other, one)).toBeCloseTo(found, 9);
  });
});

describe("boxOf", () => {
  it.each(["-8.7,41.1,-8.5,41.2", "179.5,-17,-179.5,-16", "-180,-90,180,90", "0,0,0.0001,1"])("reads %s", (text) => {
    expect(textOfBox(boxOf(text) ?? { west: 0, south: 0, east: 0, north: 0 })).toBe(text);
  });

  it.each([
    "",
    "1,2,3",
    "0,0,0,0",
    "0,1,1,0",
    "-181,0,1,1",
    "0,-91,1,1",
    "0,0,1,91",
    "0,0,1,1,1",
    "a,0,1,1",
    "0,0,1e0,1",
    "0, 0,1,1",
    "0.00001,0,1,1",
  ])("rejects '%s'", (text) => {
    expect(boxOf(text)).toBeNull();
  });
});

describe("chordOf", () => {
  it.each(pairs)("of a distance is the straight line, for %s", (_, one, other) => {
    expect(chordOf(distanceBetween(one, other))).toBeCloseTo(straight(one, other), 6);
  });

  it("is the whole diameter for distances of half the globe and more", () => {
    expect(chordOf(halfway)).toBe(2 * earthRadius);
    expect(chordOf(2 * halfway)).toBe(2 * earthRadius);
  });
});

describe("withCompleted", () => {
  it.each([
    ["Port", "Porto", "Porto"],
    ["Jardim da Cordoaria, por", "Porto", "Jardim da Cordoaria, Porto"],
    ["Jardim da Cordoaria,por ", "Porto", "Jardim da Cordoaria, Porto"],
    ["Jardim da Cordoaria por", "Porto", "Jardim da Cordoaria Porto"],
    ["Parque, sao p", "São Paulo", "Parque, São Paulo"],
    ["Mercado, Opor", "Porto", "Mercado, Opor"],
    ["Porto, Portu", "Porto", "Porto, Portu"],
    ["", "Porto", ""],
  ])("completes '%s' with %s to '%s'", (typed, name, completed) => {
    expect(withCompleted(typed, name)).toBe(completed);
  });
});

describe("mayMean", () => {
  it.each([
    ["Boat landing, porto", "Porto", true],
    ["Praça 3, São Paulo, Brazil", "Sao Paulo", true],
    ["Lisboa", "Lisbon", true],
    ["Church hall", "Hall", false],
    ["Porto Street 3", "Porto", false],
  ])("of '%s' is %s: %s", (location, name, expected) => {
    expect(mayMean(location, name)).toBe(expected);
  });
});
