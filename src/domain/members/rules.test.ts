import { describe, expect, it } from "vitest";
import { isPictureAddress } from "../rules.ts";
import { avatarAddress, avatarNamed, brokenPasswordRule, codeIn, initialsOf } from "./rules.ts";
import { CodeInput } from "./shapes.ts";

describe("brokenPasswordRule", () => {
  it.each([
    ["abc", "too_short"],
    ["abcde", "too_short"],
    ["abcdef", "uppercase"],
    ["ABCDEF", "lowercase"],
    ["123456", "uppercase"],
    [`Ab${"c".repeat(127)}`, "too_long"],
    ["Abcdef", "pattern"],
    ["Aaaaaa", "pattern"],
    ["aaaaaA1!", "pattern"],
    ["Fedcba", "pattern"],
    ["Abcdef123", "pattern"],
    ["Abcabcabc", "pattern"],
    ["Xyxyxyx", "pattern"],
    ["Qwertz12", "pattern"],
    ["Asdf7890", "pattern"],
    ["Абвгде", "pattern"],
    ["Áàâäãa", "pattern"],
    [`Ab${"c".repeat(126)}`, "pattern"],
    ["Abcdefgull", null],
    ["Batata", null],
    ["Gannet", null],
    ["Planting4all", null],
    ["Xyz-Kite", null],
    ["Ünïcöd", null],
    ["ПАРОЛь", null],
  ])("names as the first broken rule of %o: %s", (password, rule) => {
    expect(brokenPasswordRule(password)).toBe(rule);
  });
});

describe("initialsOf", () => {
  it.each([
    ["Amina Rahman", "AR"],
    ["  amina  de la  rahman ", "AR"],
    ["Amina", "A"],
    ["(Amina)", "A"],
    ["রহিম", "র"],
    ["", "R"],
    [null, "R"],
    ["👋", "R"],
  ])("makes, of %o: %s", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe("avatarAddress", () => {
  it.each([
    ["Amina Rahman", "AR"],
    ["রহিম", "র"],
    ["𞤀𞤣𞤤𞤢𞤥 𞤆𞤵𞤤𞤢𞤪", "𞤀𞤆"],
    ["ﬃ ﬃ", "FFIFFI"],
    ["  ", "G"],
  ])("is a picture of ours for %o, and shows %s", (name, initials) => {
    const address = avatarAddress(name);
    expect(isPictureAddress(address)).toBe(true);
    expect(avatarNamed(decodeURIComponent(address.replace("/avatars/", "")))?.initials).toBe(initials);
  });

  it.each(["A-7.svg", "A-0.png", "-0.svg", "<b>-0.svg", "A&B-0.svg", "ABCDEFG-0.svg", "A-0.svg/x"])(
    "shows nothing for %s",
    (name) => {
      expect(avatarNamed(name)).toBeNull();
    },
  );
});

/** A code as people type or paste it. */
const typedCodes = [
  "012345",
  "٠١٢٣٤٥",
  "۰۱۲۳۴۵",
  "०१२३४५",
  "০১২৩৪৫",
  "０１２３４５",
  "012 345",
  "012-345",
  "\u2066012345\u2069",
  "012\u200b345",
];

describe("a mailed code", () => {
  it.each(typedCodes)("is the same in the field and to the API, typed as %o", (typed) => {
    expect([codeIn(typed), CodeInput.parse({ claim: "a", code: typed }).code]).toEqual(["012345", "012345"]);
  });

  it("is found in pasted text, and ends at its full length", () => {
    expect(["Your code: ٠١٢٣٤٥.", "0123456", "12", "six"].map(codeIn)).toEqual(["012345", "012345", "12", ""]);
  });

  it.each(["01234", "0123456", "01234a", "٠١٢٣٤", ""])("is refused by the API as %o", (code) => {
    expect(CodeInput.safeParse({ claim: "a", code }).success).toBe(false);
  });
});
