import { describe, expect, it } from "vitest";
import type { Outcome, OutcomePerson } from "#domain/outcomes/shapes.ts";
import { countsOf, draftOf, firstSaid, inputOf, isNews, numberIn, peopleToThank, saidIn } from "./said.ts";

const person = (_id: string, more: Partial<OutcomePerson> = {}): OutcomePerson => ({
  _id,
  name: _id,
  of: null,
  isListed: true,
  here: null,
  came: false,
  hours: null,
  checkedInHours: null,
  isYou: false,
  isMailed: true,
  isThanked: false,
  ...more,
});
const outcome = (people: OutcomePerson[], changedAt: string | null = null) =>
  ({
    people,
    sentAt: changedAt,
    changedAt,
    hours: 2,
    pictures: [],
    words: "",
    thanks: "",
    amount: 38,
    kilograms: null,
  }) as unknown as Outcome;
const here = { here: "2026-11-21T09:30:00Z", came: true };

describe("the people to thank by a call", () => {
  it("includes those who came and left a number, not absent people or people without one", () => {
    const people = [
      { _id: "amara", phone: "+44 20 7946 0958" },
      { _id: "tom", phone: null },
      { _id: "cleo", phone: "+44 20 7946 0959" },
    ];
    expect(peopleToThank(people, { came: ["amara", "tom"] })).toEqual([people[0]]);
  });
});

describe("the report being entered", () => {
  it("starts with the people who were checked in", () => {
    const first = firstSaid(outcome([person("ana", here), person("ben"), person("cleo", { ...here, hours: 1 })]));
    expect(first).toMatchObject({ came: ["ana", "cleo"], hoursOf: { cleo: 1 }, amount: "38", kilograms: "" });
  });

  it("has unsaved changes until saved, then only if something differs", () => {
    const unsaid = outcome([person("ana", here), person("ben")]);
    expect(isNews(unsaid, firstSaid(unsaid))).toBe(true);
    const people = [person("ana", { ...here, hours: 1 }), person("ben", here), person("cleo")];
    const sent = outcome(people, "2026-11-21T12:00:00Z");
    const said = firstSaid(sent);
    const isOther = (change: Partial<typeof said>) => isNews(sent, { ...said, ...change });
    expect(isOther({})).toBe(false);
    expect(isOther({ came: said.came.toReversed(), hoursOf: { ana: 1, ben: 2, cleo: 3 }, amount: " 38 " })).toBe(false);
    const changes = [
      { came: ["ana"] },
      { hoursOf: {} },
      { hours: 3 },
      { amount: "39" },
      { kilograms: "heavy" },
      { words: "Wet." },
    ];
    expect(changes.map(isOther)).toEqual(changes.map(() => true));
  });

  it("keeps a draft, ticks later check-ins, and is replaced by a newer report", () => {
    const before = outcome([person("ana", here), person("ben"), person("cleo")]);
    const said = { ...firstSaid(before), came: ["cleo"], words: "Wet." };
    const draft = draftOf(before, said);
    const later = outcome([person("ana", here), person("ben", here), person("cleo")]);
    // Ana was unticked by hand, and stays unticked.
    expect(saidIn(later, draft)).toMatchObject({ came: ["cleo", "ben"], words: "Wet." });
    // Cleo was ticked by hand and is then checked in too, but counts once.
    expect(saidIn(outcome([person("ana", here), person("cleo", here)]), draft).came).toEqual(["cleo"]);
    expect(saidIn(outcome(later.people, "2026-11-22T09:30:00Z"), draft).words).toBe("");
    expect(saidIn(later, "nonsense").came).toEqual(["ana", "ben"]);
  });

  it("is sent with hours only of those who came, and names only of new people", () => {
    const said = firstSaid(outcome([person("ana", here), person("ben", { hours: 1 })]));
    const added = [
      { _id: "dan", name: "Dan" },
      { _id: "eve", name: "Eve" },
    ];
    const input = inputOf({ ...said, added, came: ["ana", "dan"], hoursOf: { ben: 1, dan: 3 }, kilograms: "12,5" });
    expect(input).toMatchObject({ came: ["ana", "dan"], added: [added[0]], hoursOf: [{ _id: "dan", hours: 3 }] });
    expect(input).toMatchObject({ amount: 38, kilograms: 12.5 });
    expect([numberIn(" "), numberIn("many"), numberIn("-1")]).toEqual([null, NaN, NaN]);
  });

  it("counts the people in it", () => {
    const people = [
      person("ana", here),
      person("rita", { ...here, of: "ana", isMailed: false }),
      person("marta", { ...here, isListed: false, isMailed: false }),
      person("ines", { ...here, isYou: true, isMailed: false }),
      person("old", { ...here, isThanked: true }),
      person("ben"),
    ];
    const said = { ...firstSaid(outcome(people)), hoursOf: { marta: 0.5, ben: 9 } };
    expect(countsOf(outcome(people), said)).toEqual({
      came: 5,
      listed: 5,
      cameOfListed: 4,
      total: 8.5,
      mailed: 1,
      unmailed: 1,
      absent: 1,
    });
  });
});
