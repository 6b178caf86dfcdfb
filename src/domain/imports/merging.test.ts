import { describe, expect, it } from "vitest";
import { factsOf, type ImportedFacts, mergeOf } from "./merging.ts";

const before: ImportedFacts = {
  title: "Reading hour",
  location: "Library",
  point: null,
  description: "We read aloud.",
  eventDate: new Date("2026-11-28T09:30:00Z"),
  eventEnd: new Date("2026-11-28T10:30:00Z"),
  timeZone: "UTC",
};
const later = { eventDate: new Date("2026-11-29T09:30:00Z"), eventEnd: new Date("2026-11-29T10:30:00Z") };

const merged = (own: Partial<ImportedFacts>, now: Partial<ImportedFacts>) =>
  mergeOf(before, { ...before, ...own }, { ...before, ...now });

describe("mergeOf", () => {
  it("takes the source's changes, keeps the organizer's, and prefers the organizer's if both changed", () => {
    expect(merged({}, {})).toEqual({ changes: [], kept: [] });
    expect(merged({}, { title: "Story hour", ...later })).toEqual({ changes: ["title", "when"], kept: [] });
    expect(merged({ title: "Our hour" }, {})).toEqual({ changes: [], kept: ["title"] });
    expect(merged({ title: "Our hour" }, { title: "Story hour" })).toEqual({ changes: [], kept: ["title"] });
    expect(merged({ ...later }, { location: "Park" })).toEqual({ changes: ["location"], kept: ["when"] });
  });

  it("changes nothing if both are equal, and keeps data that the source has dropped", () => {
    expect(merged({ title: "Story hour", ...later }, { title: "Story hour ", ...later })).toEqual({
      changes: [],
      kept: [],
    });
    expect(merged({}, { location: "", description: "" })).toEqual({ changes: [], kept: [] });
  });

  it("treats the zone as part of the time", () => {
    expect(merged({}, { timeZone: "Europe/Berlin" }).changes).toEqual(["when"]);
    expect(merged({ timeZone: "Asia/Dhaka" }, { timeZone: "Europe/Berlin" }).kept).toEqual(["when"]);
  });
});

describe("factsOf", () => {
  it("returns only the facts of the given parts", () => {
    const { eventDate, eventEnd, timeZone, title } = before;
    expect(factsOf(before, ["when", "title"])).toEqual({ eventDate, eventEnd, timeZone, title });
    expect(factsOf(before, [])).toEqual({});
    const point = { lat: 41.15, lon: -8.61 };
    expect(factsOf(before, ["location"])).toEqual({ location: "Library" });
    expect(factsOf({ ...before, point }, ["location"])).toEqual({ location: "Library", point });
  });
});
