import { describe, expect, it } from "vitest";
import { mailboxOf } from "./mailbox.ts";
import { dialed, isEmail, isPhone, phoneOf } from "./rules.ts";

describe("isEmail", () => {
  it.each([
    "a@example.org",
    "a.b+c@mail.example.org",
    "o'neil_1@ex-ample.co.uk",
    "é@example.org",
    "jürgen@bücher.example",
    "প্রীতি@উদাহরণ.example",
  ])("accepts %s", (address) => {
    expect(isEmail(address)).toBe(true);
  });

  it.each(["", "a", "a@b", "@example.org", "a@example.", "a b@example.org", "a@b@example.org", "a\u0001@example.org"])(
    "rejects %o",
    (address) => {
      expect(isEmail(address)).toBe(false);
    },
  );

  // A parser of address lists or a mail server would read these as v@example.org, as two addresses, or as none.
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
  ])("rejects %s, which would be another spelling or another mailbox", (address) => {
    expect(isEmail(address)).toBe(false);
  });

  it("rejects texts that are longer than any mailbox", () => {
    expect(isEmail(`${"a".repeat(250)}@example.org`)).toBe(false);
  });
});

describe("mailboxOf", () => {
  it.each([
    ["Zoe@Example.org", "zoe@example.org"],
    ["  zoe@example.org\n", "zoe@example.org"],
    ["\u202azoe@example.org\u202c", "zoe@example.org"],
    ["\ufeffzoe@example.org\u200b", "zoe@example.org"],
    ["JÜRGEN@example.org", "jürgen@example.org"],
    ["ju\u0308rgen@example.org", "jürgen@example.org"],
    ["JU\u0308RGEN@example.org", "jürgen@example.org"],
    ["zoe@BÜCHER.example", "zoe@bücher.example"],
    ["zoe@bu\u0308cher.example", "zoe@bücher.example"],
    ["zoe@xn--bcher-kva.example", "zoe@bücher.example"],
    ["Zoe@XN--BCHER-KVA.Example", "zoe@bücher.example"],
    ["zoe@straße.example", "zoe@straße.example"],
    ["প্রীতি@উদাহরণ.example", "প্রীতি@উদাহরণ.example"],
  ])("normalizes %o to %s", (typed, kept) => {
    expect(mailboxOf(typed)).toBe(kept);
    expect(mailboxOf(kept)).toBe(kept);
  });

  it.each(["", "zoe", "zoe@xn--a.example", "zoe@ｅxample.org", "a@b@example.org", `zoe@${"ü".repeat(60)}.example`])(
    "returns null for %o",
    (typed) => {
      expect(mailboxOf(typed)).toBeNull();
    },
  );

  it("turns a thousand spellings of one address into one text", () => {
    const spellings = new Set<string>();
    for (let number = 0; number < 1000; number++) {
      const bits = number.toString(2).padStart(10, "0");
      const is = (place: number) => bits[place] === "1";
      const letters = Array.from("zoëbüc@hér.example", (letter, at) =>
        at < 6 && is(at) ? letter.toUpperCase() : letter,
      );
      const composed = letters.join("");
      const form = is(6) ? composed.normalize("NFD") : composed;
      spellings.add(`${is(7) ? "\u200e" : ""}${is(8) ? " " : ""}${form}${is(9) ? "\u202c" : ""}`);
    }
    expect(spellings.size).toBeGreaterThan(900);
    expect(new Set([...spellings].map(mailboxOf))).toEqual(new Set(["zoëbüc@hér.example"]));
  });
});

/** A typed number, the stored form, and the dialed digits. */
const numbers = [
  ["+351 912 345 678", "+351 912 345 678", "+351912345678"],
  ["(020) 7946-0958", "(020) 7946-0958", "02079460958"],
  ["020.7946.0958", "020.7946.0958", "02079460958"],
  ["+44 (0)20 7946.0958", "+44 (0)20 7946.0958", "+442079460958"],
  ["0044 (0)20 7946 0958", "0044 (0)20 7946 0958", "00442079460958"],
  ["(+44) 20 7946 0958", "(+44) 20 7946 0958", "+442079460958"],
  ["020 7946 0958 ext. 12", "020 7946 0958 ext. 12", "02079460958,12"],
  ["+1 (415) 555-2671 x12", "+1 (415) 555-2671 ext. 12", "+14155552671,12"],
  ["+1 (415) 555-2671 (Ext 12)", "+1 (415) 555-2671 ext. 12", "+14155552671,12"],
  ["030 123456, Durchwahl: 7", "030 123456 ext. 7", "030123456,7"],
  ["8 495 123-45-67 доб. 890", "8 495 123-45-67 ext. 890", "84951234567,890"],
  ["tel:+1-415-555-2671;ext=12", "+1-415-555-2671 ext. 12", "+14155552671,12"],
  ["02079460958,,12", "02079460958 ext. 12", "02079460958,12"],
  ["020 7946 0958 #12", "020 7946 0958 ext. 12", "02079460958,12"],
  ["٠١٠١٢٣٤٥٦٧٨", "01012345678", "01012345678"],
  ["۰۹۱۲ ۳۴۵ ۶۷۸۹", "0912 345 6789", "09123456789"],
  ["৮৮০ ১৭১২ ৩৪৫৬৭৮", "880 1712 345678", "8801712345678"],
  ["０３-１２３４-５６７８", "03-1234-5678", "0312345678"],
  ["０３ー１２３４ー５６７８", "03-1234-5678", "0312345678"],
  ["＋８１（３）１２３４－５６７８", "+81(3)1234-5678", "+81312345678"],
  ["0123/456 78 90", "0123/456 78 90", "01234567890"],
  ["+1–212–555–0100", "+1-212-555-0100", "+12125550100"],
  ["+1\u2011212\u2212555\u20140100", "+1-212-555-0100", "+12125550100"],
  ["\u202a+351 912 345 678\u202c", "+351 912 345 678", "+351912345678"],
  ["+351\u200b912\u00ad345\u2060678", "+351912345678", "+351912345678"],
  ["+351\u00a0912\u202f345\u2009678", "+351 912 345 678", "+351912345678"],
  ["12345\u200b", "12345", "12345"],
  ["12345678901234567890", "12345678901234567890", "12345678901234567890"],
] as const;

describe("phoneOf", () => {
  it.each(numbers)("normalizes %o to %s, and dials %s", (typed, kept, dials) => {
    expect([phoneOf(typed), dialed(kept)]).toEqual([kept, dials]);
    expect(phoneOf(kept)).toBe(kept);
    expect(kept).toMatch(/^[\x20-\x7e]+$/);
  });

  it.each([
    "",
    "1234",
    "call me",
    "+",
    "().-+ ",
    "12345x",
    "123456789012345678901",
    "020 7946 0958 or 020 7946 0959",
    "ext. 12",
    "1234 ext. 567890",
    "020+7946",
    "zoe@example.org",
    "12345 <b>",
    `12345${" .".repeat(40)}`,
    `12345${"\u200b".repeat(300)}`,
  ])("returns null for %o", (typed) => {
    expect([phoneOf(typed), isPhone(typed), dialed(typed)]).toEqual([null, false, null]);
  });
});
