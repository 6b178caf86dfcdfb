import { describe, expect, it } from "vitest";
import { avatarAddress, avatarNamed, brokenPasswordRule, initialsOf, isEmail } from "./rules.ts";
import { isPictureAddress } from "../rules.ts";

describe("brokenPasswordRule", () => {
  it.each([
    ["abc", "rule.password.too_short"],
    ["abcde", "rule.password.too_short"],
    ["abcdef", "rule.password.uppercase"],
    ["ABCDEF", "rule.password.lowercase"],
    ["123456", "rule.password.uppercase"],
    [`Ab${"c".repeat(127)}`, "rule.password.too_long"],
    ["Abcdef", "rule.password.pattern"],
    ["Aaaaaa", "rule.password.pattern"],
    ["aaaaaA1!", "rule.password.pattern"],
    ["Fedcba", "rule.password.pattern"],
    ["Abcdef123", "rule.password.pattern"],
    ["Abcabcabc", "rule.password.pattern"],
    ["Xyxyxyx", "rule.password.pattern"],
    ["Qwertz12", "rule.password.pattern"],
    ["Asdf7890", "rule.password.pattern"],
    ["Абвгде", "rule.password.pattern"],
    ["Áàâäãa", "rule.password.pattern"],
    [`Ab${"c".repeat(126)}`, "rule.password.pattern"],
    ["Abcdefgull", null],
    ["Batata", null],
    ["Gannet", null],
    ["Planting4all", null],
    ["Xyz-Kite", null],
    ["Ünïcöd", null],
    ["ПАРОЛь", null],
  ])("says of %o first: %s", (password, rule) => {
    expect(brokenPasswordRule(password)).toBe(rule);
  });
});

describe("isEmail", () => {
  it.each([
    "a@example.org",
    "a.b+c@mail.example.org",
    "o'neil_1@ex-ample.co.uk",
    "é@example.org",
    "jürgen@bücher.example",
    "প্রীতি@উদাহরণ.example",
  ])("takes %s", (address) => {
    expect(isEmail(address)).toBe(true);
  });

  it.each(["", "a", "a@b", "@example.org", "a@example.", "a b@example.org", "a@b@example.org", "a\u0001@example.org"])(
    "refuses %o",
    (address) => {
      expect(isEmail(address)).toBe(false);
    },
  );

  // What a parser of address lists, or a mail server, would read as v@example.org, as two addresses, or as none.
  it.each([
    "a,v@example.org",
    "a;v@example.org",
    "<v@example.org",
    "v@example.org>",
    "a<v@example.org>",
    '"q"v@example.org',
    '"v"@example.org',
    "(c)v@example.org",
    "v(c)@example.org",
    "a:v@example.org",
    "a\\v@example.org",
    ".v@example.org",
    "v.@example.org",
    "v..w@example.org",
    "v@[127.0.0.1]",
    "v@127.0.0.1",
    "v@0x7f.0x1",
    "v@-example.org",
    "v@example-.org",
    "v@example.org.",
    "v@exam_ple.org",
    "v@example。org",
    "v@ｅxample.org",
    "ｖ@example.org",
    "v\u200b@example.org",
    "v\u202e@example.org",
  ])("refuses %s, which would be another spelling or another mailbox", (address) => {
    expect(isEmail(address)).toBe(false);
  });

  it("refuses texts that are longer than any mailbox", () => {
    expect(isEmail(`${"a".repeat(250)}@example.org`)).toBe(false);
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
  ])("makes of %o: %s", (name, initials) => {
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
  ])("is a picture of ours for %o, which shows %s", (name, initials) => {
    const address = avatarAddress(name);
    expect(isPictureAddress(address)).toBe(true);
    expect(avatarNamed(decodeURIComponent(address.replace("/avatars/", "")))?.initials).toBe(initials);
  });

  it.each(["A-7.svg", "A-0.png", "-0.svg", "<b>-0.svg", "A&B-0.svg", "ABCDEFG-0.svg", "A-0.svg/x"])(
    "%s shows nothing",
    (name) => {
      expect(avatarNamed(name)).toBeNull();
    },
  );
});
