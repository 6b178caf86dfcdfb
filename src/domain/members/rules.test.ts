import { describe, expect, it } from "vitest";
import { brokenPasswordRule, initialsOf, isEmail } from "./rules.ts";

describe("brokenPasswordRule", () => {
  it.each([
    ["abc", "rule.password.too_short"],
    ["abcde", "rule.password.too_short"],
    ["abcdef", "rule.password.uppercase"],
    ["ABCDEF", "rule.password.lowercase"],
    ["123456", "rule.password.uppercase"],
    [`Ab${"c".repeat(127)}`, "rule.password.too_long"],
    ["Abcdef", null],
    ["Ünïcöd", null],
    ["ПАРОЛь", null],
  ])("says of %o first: %s", (password, rule) => {
    expect(brokenPasswordRule(password)).toBe(rule);
  });
});

describe("isEmail", () => {
  it.each(["a@example.org", "a.b+c@mail.example.org", "é@example.org"])("takes %s", (address) => {
    expect(isEmail(address)).toBe(true);
  });

  it.each(["", "a", "a@b", "@example.org", "a@example.", "a b@example.org", "a@b@example.org", "a\u0001@example.org"])(
    "refuses %o",
    (address) => {
      expect(isEmail(address)).toBe(false);
    },
  );

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
