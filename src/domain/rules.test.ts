import { describe, expect, it } from "vitest";
import { firstCharacters, graphemesIn, isPictureAddress, lengthOf } from "./rules.ts";

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

  it("counts the longest text that a body can hold", { timeout: 5000 }, () => {
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

describe("graphemesIn", () => {
  it("takes a text apart where a person would", () => {
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
  ])("takes %s", (address) => {
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
  ])("refuses %o", (address) => {
    expect(isPictureAddress(address)).toBe(false);
  });
});
