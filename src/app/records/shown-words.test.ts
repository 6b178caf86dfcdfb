import { describe, expect, it } from "vitest";

import { notProvenBy, provenOf, sayerOf } from "./shown-words.ts";

const maria = { saidBy: "Maria", isSecond: false, isProven: true };
const grace = { saidBy: "Grace", isSecond: false, isProven: false };
const tomas = { saidBy: "Tomás", isSecond: true, isProven: true };

describe("sayerOf", () => {
  it("marks the organizer whose address was not confirmed", () => {
    const all = [maria, grace, tomas];
    expect(all.map((one) => sayerOf(one, all))).toEqual([
      "Maria",
      "Grace, e‑mail not confirmed",
      "Tomás, second organizer",
    ]);
  });

  it("leaves out details that are true of all organizers", () => {
    expect(sayerOf(grace, [grace])).toBe("Grace");
  });

  it("names a second organizer only as such", () => {
    const second = { ...grace, isSecond: true };
    expect(sayerOf(second, [maria, second])).toBe("Grace, second organizer");
  });
});

describe("provenOf", () => {
  it("distinguishes all, some and none", () => {
    expect([[maria, tomas], [maria, grace], [grace]].map(provenOf)).toEqual([
      "Every organizer’s e-mail address was confirmed",
      "1 of 2 organizers had not confirmed their e-mail address",
      "No organizer’s e-mail address was confirmed",
    ]);
  });

  it("counts people, not their events", () => {
    const eva = { ...grace, saidBy: "Eva" };
    expect(provenOf([maria, maria, tomas, grace, grace])).toMatch(/^1 of 3 organizers .* address$/);
    expect(provenOf([maria, grace, grace, eva])).toMatch(/^2 of 3 organizers .* addresses$/);
    expect(provenOf([grace, grace])).toMatch(/^No organizer’s/);
  });

  it("counts an organizer twice who confirmed their address between two events", () => {
    expect(provenOf([maria, grace, { ...grace, isProven: true }])).toMatch(/^1 of 3 organizers/);
  });
});

describe("notProvenBy", () => {
  it("distinguishes an event's organizer from a second organizer", () => {
    const [of, second, mixed] = [[maria], [tomas], [maria, tomas]].map(notProvenBy);
    expect(of).toMatch(/^The organizers named here say that they saw this work\. Goodturn did not see it/);
    expect(second).toMatch(/^The volunteer organized this work and asked the organizers named here/);
    expect(mixed).toMatch(
      /^The organizers named here say that they saw this work\. At the volunteer’s own events, second/,
    );
  });
});
