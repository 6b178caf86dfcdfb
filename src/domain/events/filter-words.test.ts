import { describe, expect, it } from "vitest";
import { boxInWords, datesInWords, filterInWords } from "./filter-words.ts";

// A Monday.
const today = "2026-11-23";
const words = (from: string, to: string) => filterInWords({ from, to }, today);
const named = (from?: string, to?: string) => datesInWords({ from, to }, today)?.name;

describe("filterInWords", () => {
  it("puts the type before the place, so that it does not look like a part of the place's name", () => {
    const area = { name: "Porto", within: 10 };
    const said = filterInWords({ category: ["plantation"], area, room: true }, today);
    expect(said).toMatch(/^in\sTree\sPlantation within\s10\skm\sof\sPorto, with\sroom$/);
  });

  it("writes the year of two days once, and leaves out the current one", () => {
    expect(words("2031-01-01", "2031-01-31")).toBe("from Jan 1 to Jan 31, 2031");
    expect(words("2026-11-30", "2026-12-09")).toBe("from Nov 30 to Dec 9");
    expect(words("2026-12-30", "2027-01-02")).toBe("from Dec 30, 2026 to Jan 2, 2027");
  });
});

describe("boxInWords", () => {
  it("adds the part of the map after all other words, if there is one", () => {
    const box = "-9,41,-8,42";
    expect(boxInWords({ box }, "")).toBe(" in this part of the map");
    expect(boxInWords({ box }, "within 10 km of Porto")).toBe(", in this part of the map");
    expect(boxInWords({ box: undefined }, "within 10 km of Porto")).toBe("");
  });
});

describe("datesInWords", () => {
  it("names days that the strip does not offer, with their common parts once", () => {
    expect(datesInWords({ from: "2031-01-01", to: "2031-01-31" }, today)).toEqual({
      name: "Jan 1 – 31, 2031",
      label: "Clear dates: Jan 1 – 31, 2031",
    });
    expect(named("2026-11-30", "2026-12-06")).toBe("Nov 30 – Dec 6");
    expect(named("2026-12-30", "2027-01-02")).toBe("Dec 30, 2026 – Jan 2, 2027");
    expect(named("2027-01-05", "2027-01-05")).toBe("Jan 5, 2027");
    expect(named("2026-12-20")).toBe("From Dec 20");
    expect(named(undefined, "2026-12-01")).toBe("Until Dec 1");
  });

  it("names no days that the strip offers: a weekend, a day, or everything later, wherever the reader is", () => {
    expect(named()).toBeUndefined();
    expect(named("2026-11-28", "2026-11-29")).toBeUndefined();
    for (const day of ["2026-11-22", "2026-11-23", "2026-12-07"]) expect(named(day, day)).toBeUndefined();
    expect(named("2026-12-08", "2026-12-08")).toBe("Dec 8");
    for (const later of ["2026-12-06", "2026-12-07", "2026-12-08"]) expect(named(later)).toBeUndefined();
    expect(named("2026-12-09")).toBe("From Dec 9");
  });
});
