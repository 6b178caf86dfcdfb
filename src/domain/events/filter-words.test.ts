import { describe, expect, it } from "vitest";
import { boxInWords, filterInWords } from "./filter-words.ts";

// A Monday.
const today = "2026-11-23";
const words = (from: string, to: string) => filterInWords({ from, to }, today);

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
