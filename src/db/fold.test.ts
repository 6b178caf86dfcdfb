import { describe, expect, it } from "vitest";
import { containing, fold, searchText, squeezed } from "./fold.ts";

describe("fold", () => {
  it.each([
    ["São Paulo", "sao paulo"],
    ["CLEANUP", "cleanup"],
    ["Straße", "strasse"],
    ["Łódź", "lodz"],
    ["Ærø", "aero"],
    ["İstanbul ışık", "istanbul isik"],
    ["ﬁre", "fire"],
    ["Ｅｖｅｎｔ", "event"],
    ["two\n\t lines", "two lines"],
    ["Ελλάδα", "ελλαδα"],
    ["مُحَمَّد", "محمد"],
    ["পরিষ্কার", "পরিষ্কার"],
    ["हिन्दी", "हिन्दी"],
  ])("folds %s to %s", (text, folded) => {
    expect(fold(text)).toBe(folded.normalize("NFC"));
  });

  it("unifies the two encodings of an accent", () => {
    expect(fold("e\u0301")).toBe(fold("\u00e9"));
  });
});

describe("containing", () => {
  it("escapes %, _ and \\", () => {
    expect(containing(" 100%_\\ ")).toBe("%100\\%\\_\\\\%");
  });
});

describe("squeezed", () => {
  it.each([
    ["Clean-up", "cleanup"],
    [" clean  up! ", "cleanup"],
    ["clean–up", "cleanup"],
    ["snake_case [x] `y` {z} \\", "snakecasexyz"],
    ["পরিষ্কার অভিযান", "পরিষ্কারঅভিযান"],
    ["a-bc", null],
    ["ab-cd", "abcd"],
    ["100% …", null],
  ])("reduces %j to %j", (text, letters) => {
    expect(squeezed(text)).toBe(letters);
  });
});

describe("searchText", () => {
  it("has the title, the description and the location, each on its own line", () => {
    expect(searchText({ title: "Beach Cleanup", description: "Praia\nlimpa", location: "São Paulo" })).toBe(
      "beach cleanup\npraia limpa\nsao paulo",
    );
  });
});
