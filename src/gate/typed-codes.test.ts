import { describe, expect, it } from "vitest";
import { codesIn, nearestTo, strayIn } from "./typed-codes.ts";

const people = [{ code: "K7QM" }, { code: "T6GQ" }, { code: "T6GR" }];

describe("codesIn", () => {
  it.each([
    ["k7qmt6", ["K7QM"], "T6"],
    ["k7qm t6gq\nh3", ["K7QM", "T6GQ"], "H3"],
    ["ｋ７", [], "K7"],
    ["0o1ilaeu", [], ""],
  ])("splits into complete codes and the beginning of the next, ignoring other letters: %s", (typed, codes, rest) => {
    expect(codesIn(typed)).toEqual({ codes, rest });
  });
});

describe("strayIn", () => {
  it("is the last letter or digit that no code contains, ignoring signs", () => {
    expect(["k7z", "Za1", "k7qm", "K 7-Q", "ｚ", "é", ""].map(strayIn)).toEqual(["Z", "1", null, null, "Z", "É", null]);
  });
});

describe("nearestTo", () => {
  it("finds the person with one wrong letter or two swapped ones, unless there are several", () => {
    expect(nearestTo(people, "K7QN")).toEqual({ code: "K7QM" });
    expect(nearestTo(people, "7KQM")).toEqual({ code: "K7QM" });
    expect(nearestTo(people, "T6GX")).toBeNull();
    expect(nearestTo(people, "Q7KM")).toEqual({ code: "K7QM" });
    expect(nearestTo(people, "W2XX")).toBeNull();
  });
});
