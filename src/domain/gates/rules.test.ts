import { describe, expect, it } from "vitest";
import { codeAddress, codeIn, codeLetters, correctedTimes, namesakesIn, newCode, rosterName } from "./rules.ts";

const second = 1000;
const noon = Date.parse("2027-03-20T12:00:00Z");

describe("correctedTimes", () => {
  it("subtracts the error of the device's clock, and returns no time in the future", () => {
    const anHourAhead = noon + 3600 * second;
    expect(correctedTimes([anHourAhead - 60 * second], anHourAhead, noon)).toEqual([noon - 60 * second]);
    expect(correctedTimes([noon + 5 * second], noon, noon)).toEqual([noon]);
  });

  it("keeps the order of a device whose clock was set back", () => {
    const times = [noon + 3600 * second, noon + 3601 * second, noon - 10 * second];
    expect(correctedTimes(times, noon, noon)).toEqual([noon - 10 * second - 2, noon - 10 * second - 1, noon - 10_000]);
  });
});

describe("newCode", () => {
  it("is four letters without look-alikes, each equally likely", () => {
    expect(newCode()).toMatch(/^[2-9CDFGHJKMNPQRTVWX]{4}$/);
    const counts = new Map<string, number>();
    let next = 0;
    for (let made = 0; made < 240; made++) {
      for (const letter of newCode((count) => Array.from({ length: count }, () => next++ % 256)))
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted()).toEqual(codeLetters.split("").toSorted());
    expect(new Set(counts.values())).toEqual(new Set([40]));
  });
});

describe("codeIn", () => {
  const eventId = "0195c0de-0000-7000-8000-00000000000a";
  it("finds the code in typed or scanned text, and in nothing else", () => {
    expect(codeIn(" k7-qm ")).toEqual({ code: "K7QM", eventId: null });
    expect(codeIn(codeAddress("https://example.org", eventId, "K7QM"))).toEqual({ code: "K7QM", eventId });
    for (const other of ["", "K7Q", "K7QMM", "K7QA", "https://example.org/#K7QM", `/view-event/${eventId}`])
      expect(codeIn(other), other).toBeNull();
  });
});

describe("rosterName", () => {
  it("is the first name and one letter, in any script", () => {
    const names = [
      "Amara Okafor",
      "  Maria do Céu   Andrade ",
      "فاطمة بن علي",
      "Kenji",
      "Ana (she)",
      "Marta (dog walker)",
      "Rui [next door] Paz",
      "(dog walker)",
      "प्रिया शर्मा",
      "",
    ];
    expect(names.map(rosterName)).toEqual([
      "Amara O.",
      "Maria A.",
      "فاطمة ع.",
      "Kenji",
      "Ana",
      "Marta",
      "Rui P.",
      "(dog w.",
      "प्रिया श.",
      "",
    ]);
  });
});

describe("namesakesIn", () => {
  it("returns people who share a name with another person, but not similar names", () => {
    const all = ["Joana M.", "joana m.", "Joana N.", "Joana"].map((name, index) => ({ id: `${index}`, name }));
    expect([...namesakesIn(all)]).toEqual(["0", "1"]);
  });
});
