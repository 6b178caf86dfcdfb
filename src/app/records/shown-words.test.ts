import { describe, expect, it } from "vitest";

import { say as onPage } from "#messages/records-verify.ts";
import { say as onSheet } from "#messages/records-sheet.ts";

import { notProvenBy, provenOf, sayerOf } from "./shown-words.ts";

const maria = { saidBy: "Maria", isSecond: false, isProven: true };
const grace = { saidBy: "Grace", isSecond: false, isProven: false };
const tomas = { saidBy: "Tomás", isSecond: true, isProven: true };

describe("sayerOf", () => {
  it("says whose address was not confirmed, on the sheet as on the page that checks it", () => {
    const all = [maria, grace, tomas];
    for (const say of [onSheet, onPage])
      expect(all.map((one) => sayerOf(one, all, say))).toEqual([
        "Maria",
        "Grace, e‑mail not confirmed",
        "Tomás, second organizer",
      ]);
  });

  it("spares each name what is true of all", () => {
    expect(sayerOf(grace, [grace], onSheet)).toBe("Grace");
  });
});

describe("provenOf", () => {
  it("tells all, some and none apart", () => {
    expect([[maria, tomas], [maria, grace], [grace]].map((of) => onPage(provenOf(of)))).toEqual([
      "Every organizer’s e-mail address was confirmed",
      "Not every organizer’s e-mail address was confirmed",
      "No organizer’s e-mail address was confirmed",
    ]);
  });
});

describe("notProvenBy", () => {
  it("tells an organizer's word from a second organizer's", () => {
    expect([[maria], [tomas], [maria, tomas]].map(notProvenBy)).toEqual([
      "record.shown.not.text",
      "record.shown.not.second",
      "record.shown.not.mixed",
    ]);
  });
});
