import { describe, expect, it } from "vitest";
import { clusterOf, mostOf, type Pin } from "./clusters.ts";

const pin = (_id: string, lat: number, lon: number, eventType: Pin["eventType"] = "cleanup"): Pin => ({
  _id,
  title: _id,
  eventType,
  location: "There",
  eventDate: "2026-05-12T09:00:00.000Z",
  eventEnd: "2026-05-12T11:00:00.000Z",
  timeZone: "Europe/Lisbon",
  lat,
  lon,
  left: null,
});
const porto = [pin("a", 41.15, -8.61), pin("b", 41.1501, -8.6101), pin("c", 41.15, -8.61, "food")];
const fiji = [pin("d", -16.85, 179.99), pin("e", -16.85, -179.99)];

describe("clusterOf", () => {
  it("joins marks that are too near to touch separately, and loses none at any zoom", () => {
    const { marksAt } = clusterOf([...porto, ...fiji]);
    for (let zoom = 2; zoom <= 19; zoom++) {
      const marks = marksAt(zoom);
      expect(marks.reduce((sum, mark) => sum + ("pin" in mark ? 1 : mark.count), 0)).toBe(5);
    }
    const [one] = clusterOf(porto).marksAt(5);
    expect(one).toMatchObject({ count: 3, types: expect.arrayContaining(["cleanup", "food"]) });
    expect(clusterOf(porto).marksAt(19)).toHaveLength(2);
    expect(clusterOf([]).marksAt(5)).toEqual([]);
  });

  it("keeps the same distance on a map drawn smaller than its zoom, and opens marks at a whole zoom", () => {
    // At zoom 10 a degree has 728 pixels: these pins are 58 apart, and 41 at zoom 9.5.
    const two = [pin("a", 0, 0), pin("b", 0, 0.08)];
    expect(clusterOf(two).marksAt(10)).toHaveLength(2);
    const { marksAt, opensAt } = clusterOf(two, 2 ** 0.5);
    const [both] = marksAt(10);
    if (!both || "pin" in both) throw new Error("they are apart");
    expect(clusterOf(two).marksAt(opensAt(both.id) ?? 0)).toHaveLength(2);
  });

  it("returns the zoom at which a mark splits, and lists events at the very same point", () => {
    const { marksAt, opensAt, eventsOf } = clusterOf(porto);
    const [all] = marksAt(5);
    if (!all || "pin" in all) throw new Error("no mark of several events");
    const zoom = opensAt(all.id) ?? 0;
    expect(zoom).toBeGreaterThan(5);
    expect(marksAt(zoom).length).toBeGreaterThan(1);
    const same = marksAt(19).find((mark) => "id" in mark);
    if (!same || "pin" in same) throw new Error("no mark of events at one point");
    expect(opensAt(same.id)).toBeNull();
    expect(eventsOf(same.id).map(({ _id }) => _id)).toEqual(["a", "c"]);
  });
});

const idsOf = (pins: Pin[]) => pins.map(({ _id }) => _id).join("");

describe("mostOf", () => {
  const berlin = pin("x", 52.52, 13.4);

  it("leaves out only the few pins far from nearly all others", () => {
    // Lisbon is 270 km away from Porto.
    const most = [...porto, pin("f", 38.72, -9.14)];
    expect(idsOf(mostOf([...most, berlin]))).toBe("abcf");
    // A quarter of the pins are too many to leave out, and a list spread over the globe is shown whole.
    expect(idsOf(mostOf([...porto, berlin]))).toBe("abcx");
    expect(idsOf(mostOf([...porto, ...fiji, berlin]))).toBe("abcdex");
    expect(idsOf(mostOf([berlin]))).toBe("x");
    expect(mostOf([])).toEqual([]);
  });
});
