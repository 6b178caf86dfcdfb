import { describe, expect, it } from "vitest";
import { firstCharacters, graphemesIn, hasSeenEdges, isBlank, isPictureAddress, lengthOf, oneLine } from "./rules.ts";

describe("lengthOf", () => {
  it.each([
    ["", 0],
    ["Beach", 5],
    ["na\u00efve", 5],
    ["nai\u0308ve", 5],
    ["line\r\nline", 9],
    ["👨‍👩‍👧‍👦", 1],
    ["🇧🇩🇧🇷", 2],
    ["বাংলা", 2],
    ["নদীর পাড়", 6],
    ["تنظيف الشاطئ 🏖️", 14],
  ])("counts %o as %i characters", (text, length) => {
    expect(lengthOf(text)).toBe(length);
  });

  it("counts the characters of the longest text that a body can have", { timeout: 5000 }, () => {
    expect(lengthOf("e\u0301".repeat(20_000))).toBe(20_000);
    expect(lengthOf("\u0301".repeat(60_000))).toBe(1);
  });
});

describe("firstCharacters", () => {
  it.each([
    ["Beach", 3, "Bea"],
    ["Beach", 9, "Beach"],
    ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 2, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦"],
    ["nai\u0308ve", 3, "nai\u0308"],
    ["ve nai\u0308ve", 6, "ve nai\u0308"],
  ])("cuts %o to %i", (text, max, cut) => {
    expect(firstCharacters(text, max)).toBe(cut);
  });
});

const hiddenLetters = Array.from(
  "\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u200f\u202c\u2060\u2064\u2069\u206f" +
    "\u2800\u3000\u3164\ufe0f\ufeff\uffa0\ufff9\u{1d173}\u{e0001}\u{e0041}\u{e0100}\u00a0",
);
/** Words in many languages, as their keyboards write them. */
const seenWords = [
  "Site Host",
  "می\u200cخواهم",
  "ক্\u200cষ",
  "ত্\u200d",
  "അവന്\u200d",
  "שלום\u200f!",
  "\u0600١٢",
  "葛\u{e0100}",
  "☂\ufe0e",

  "❤️",
  "👨‍👩‍👧‍👦",
  "👩🏽‍🌾",
  "🇧🇩",
  "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  "3️⃣",
  "Nai\u0308",
  "ᠮᠣ\u180b",
];

describe("hasSeenEdges", () => {
  it.each(seenWords)("is true for %j", (word) => {
    expect([hasSeenEdges(word), oneLine(word)]).toEqual([true, word]);
  });

  it.each(hiddenLetters)("is false with %j at either end, and true with it inside", (letter) => {
    expect(hasSeenEdges(`Site Host${letter}`)).toBe(false);
    expect(hasSeenEdges(`${letter}Site Host`)).toBe(false);
    expect(hasSeenEdges(`Site${letter}Host`)).toBe(true);
  });
});

describe("isBlank", () => {
  it("is true for invisible text only", () => {
    for (const text of ["", " ", ...hiddenLetters, hiddenLetters.join(""), "\u200b\u200d \n"]) {
      expect([text, isBlank(text)]).toEqual([text, true]);
    }
    for (const word of [".", "-", "\u0301", ...seenWords]) expect([word, isBlank(word)]).toEqual([word, false]);
  });
});

describe("oneLine", () => {
  it("removes invisible characters at both ends, and keeps them inside", () => {
    expect(oneLine("\u200b \u2800Site\u200b Host\u200d\n\u200b")).toBe("Site\u200b Host");
    expect(oneLine("\u200b".repeat(20_000))).toBe("");
  });
});

describe("graphemesIn", () => {
  it("splits a text into the characters that a person sees", () => {
    expect(graphemesIn("nai\u0308ve 👨‍👩‍👧‍👦🇧🇩")).toEqual(["n", "a", "i\u0308", "v", "e", " ", "👨‍👩‍👧‍👦", "🇧🇩"]);
    expect(graphemesIn("")).toEqual([]);
  });
});

describe("isPictureAddress", () => {
  it.each([
    "https://example.org/a.jpg",
    "http://example.org",
    "HTTPS://EXAMPLE.ORG",
    "/scenes/cleanup-2.svg",
    "/avatars/AM-3.svg",
    "/avatars/%F0%9E%A4%A0%F0%9E%A4%A2-0.svg",
  ])("accepts %s", (address) => {
    expect(isPictureAddress(address)).toBe(true);
  });

  it.each([
    "",
    "example.org/a.jpg",
    "/a.jpg",
    "javascript:alert(1)",
    "data:image/png;base64,AA",
    "ftp://example.org",
    "/scenes/../api/account.svg",
    "/avatars/A/../M-3.svg",
    `/avatars/${"A".repeat(25)}-3.svg`,
    "//evil.example/avatars/AM-3.svg",
  ])("rejects %o", (address) => {
    expect(isPictureAddress(address)).toBe(false);
  });
});
