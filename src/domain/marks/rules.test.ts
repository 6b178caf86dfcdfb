import { describe, expect, it } from "vitest";
import { inOrder, type Mark, mergeMarks } from "./rules.ts";

const second = 1000;
const noon = Date.parse("2027-03-20T12:00:00Z");
const iso = (time: number) => new Date(time).toISOString();
const roster = Array.from({ length: 6 }, (_, number) => ({ id: `person ${number}` }));

const mark = (id: string, kind: Mark["kind"], person: number | null, at: number, more: Partial<Mark> = {}): Mark => ({
  id,
  seq: null,
  kind,
  personId: person === null ? null : `person ${person}`,
  name: kind === "walk_in" ? "Marta" : null,
  under18: false,
  at: iso(noon + at * second),
  deviceAt: iso(noon + at * second),
  device: 1,
  takesBack: null,
  ...more,
});

const stateOf = (marks: Mark[]) => mergeMarks(roster, marks).people.get("person 0");

const askedIn = (marks: Mark[]) => mergeMarks(roster, marks).asked;

describe("mergeMarks", () => {
  it("returns no state for people without marks, and the time of arrival for people who are present", () => {
    expect(stateOf([])).toEqual({ state: "to_come", since: null, by: null });
    const twice = [mark("b", "here", 0, 20, { device: 2 }), mark("a", "here", 0, 10)];
    expect(stateOf(twice)).toEqual({ state: "here", since: iso(noon + 10 * second), by: 1 });
    expect(stateOf([...twice, mark("c", "undone", 0, 30)])?.state).toBe("to_come");
    expect(stateOf([...twice, mark("c", "undone", 0, 15)])).toMatchObject({ state: "here", by: 2 });
  });

  it("counts absent people as no-shows while the gate is closed, and 'here' overrides that, even if it arrives late", () => {
    const closed = mark("c", "closed", null, 100, { device: 3 });
    expect(stateOf([closed])).toEqual({ state: "no_show", since: closed.at, by: 3 });
    expect(stateOf([closed, mark("a", "here", 0, 50)])?.state).toBe("here");
    expect(stateOf([closed, mark("a", "here", 0, 150)])?.state).toBe("here");
    expect(stateOf([closed, mark("a", "here", 0, 50), mark("b", "undone", 0, 60)])?.state).toBe("no_show");
    expect(stateOf([closed, mark("d", "opened", null, 200)])?.state).toBe("to_come");
    expect(mergeMarks(roster, [mark("d", "closed", null, 300), closed]).closedAt).toBe(closed.at);
  });

  it("shows a person who was unmarked by mistake as present all the time, for any order of the marks", () => {
    const [came, wrong] = [mark("a", "here", 0, 10), mark("b", "undone", 0, 20)];
    const back = mark("c", "here", 0, 30, { takesBack: "b", device: 2 });
    expect(stateOf([back, wrong, came])).toEqual({ state: "here", since: came.at, by: 1 });
    // If another phone marked them present meanwhile, or removed them too, it was not a mistake.
    expect(stateOf([came, wrong, mark("d", "here", 0, 25), back])?.since).toBe(came.at);
    expect(stateOf([came, wrong, mark("d", "undone", 0, 25), back])?.since).toBe(back.at);
    // The phone's wrong clock may date it earlier.
    expect(stateOf([came, wrong, { ...back, at: iso(noon + 15 * second) }])?.since).toBe(came.at);
    const again = mark("e", "undone", 0, 40);
    expect(stateOf([came, wrong, back, again])?.state).toBe("to_come");
    expect(stateOf([came, wrong, back, again, mark("f", "here", 0, 50, { takesBack: "e" })])?.since).toBe(came.at);
    const [closed, opened] = [mark("g", "closed", null, 60), mark("h", "opened", null, 70)];
    const shut = mark("i", "closed", null, 80, { takesBack: "h" });
    expect(mergeMarks(roster, [shut, opened, closed]).closedAt).toBe(closed.at);
  });

  it("ignores a mark that undoes an unknown mark, another person's mark, or a mark of an unsuitable kind", () => {
    const [came, wrong] = [mark("a", "here", 0, 10), mark("b", "undone", 0, 20)];
    expect(stateOf([came, wrong, mark("c", "here", 0, 30, { takesBack: "x" })])?.since).toBe(iso(noon + 30 * second));
    expect(stateOf([came, wrong, mark("c", "here", 1, 30, { takesBack: "b" })])?.state).toBe("to_come");
    expect(stateOf([came, mark("c", "undone", 0, 30, { takesBack: "x" })])?.state, "an unknown mark").toBe("here");
    expect(stateOf([came, mark("c", "undone", 0, 30)])?.state, "the latest mark").toBe("to_come");
    expect(stateOf([came, wrong, mark("c", "walk_in", 0, 30, { takesBack: "b" })])?.since).toBe(
      iso(noon + 30 * second),
    );
    const other = mark("e", "here", 1, 5);
    expect(
      mergeMarks(roster, [other, mark("f", "undone", 0, 30, { takesBack: "e" })]).people.get("person 1")?.state,
    ).toBe("here");
  });

  it("undoes the named mark only, and not another device's", () => {
    const [early, wrong] = [mark("a", "here", 0, 5, { device: 2 }), mark("b", "here", 0, 10)];
    const back = mark("c", "undone", 0, 30, { takesBack: "b" });
    expect(stateOf([back, wrong, early])).toEqual({ state: "here", since: early.at, by: 2 });
    expect(stateOf([wrong, back])).toEqual({ state: "to_come", since: null, by: null });
    expect(stateOf([early, wrong, { ...back, takesBack: null }])?.state, "an older page").toBe("to_come");
    // An undone Undo has no effect, and so on.
    const again = mark("d", "here", 0, 40, { takesBack: "c" });
    expect(stateOf([wrong, back, again])?.since).toBe(wrong.at);
    expect(stateOf([wrong, back, again, mark("e", "undone", 0, 50, { takesBack: "d" })])?.state).toBe("to_come");
    const [closed, shut] = [mark("f", "closed", null, 50, { device: 2 }), mark("g", "closed", null, 60)];
    const open = mark("h", "opened", null, 70, { takesBack: "g" });
    expect(mergeMarks(roster, [closed, shut, open]).closedAt, "another device's closing").toBe(closed.at);
    expect(mergeMarks(roster, [shut, open]).isClosed).toBe(false);
  });

  it("keeps a walk-in added by mistake if another device has them as present, and otherwise removes them", () => {
    const [added, back] = [mark("a", "walk_in", 70, 5), mark("b", "undone", 70, 10, { takesBack: "a" })];
    expect(mergeMarks(roster, [added, back]).walkIns).toEqual([]);
    const here = mark("c", "here", 70, 20, { device: 2 });
    expect(mergeMarks(roster, [added, back, here]).walkIns).toMatchObject([{ name: "Marta", since: here.at, by: 2 }]);
  });

  it("counts marks that undo each other in a circle", () => {
    const circle = [mark("a", "here", 0, 5, { takesBack: "b" }), mark("b", "undone", 0, 6, { takesBack: "a" })];
    expect(stateOf(circle)?.state).toBe("here");
    expect(stateOf(circle.toReversed())?.state).toBe("here");
  });

  it("ignores marks of unknown kinds, even if they undo other marks", () => {
    const [came, unknown] = [mark("a", "here", 0, 5), mark("b", "fed" as Mark["kind"], 1, 10, { takesBack: "a" })];
    const merged = mergeMarks(roster, [came, unknown, mark("c", "fed" as Mark["kind"], 0, 20, { takesBack: "a" })]);
    expect(merged).toEqual(mergeMarks(roster, [came]));
  });

  it("counts walk-ins separately, and removes undone ones", () => {
    const marta = mark("a", "walk_in", 70, 10, { under18: true });
    const merged = mergeMarks(roster, [marta, mark("b", "here", 1, 10), mark("c", "closed", null, 30)]);
    expect(merged.counts).toEqual({ expected: 6, toCome: 0, here: 1, noShow: 5, walkIns: 1 });
    expect(merged.walkIns).toEqual([
      { id: "person 70", ids: ["person 70"], name: "Marta", under18: true, state: "here", since: marta.at, by: 1 },
    ]);
    const undone = mark("d", "undone", 70, 20);
    expect(mergeMarks(roster, [undone, marta]).counts.walkIns).toBe(0);
    expect(mergeMarks(roster, [undone, marta, mark("e", "here", 70, 25)]).counts.walkIns).toBe(1);
  });

  it("records the first question to a guardian until it is undone, and changes nothing else", () => {
    const [asked, later] = [mark("a", "guardian_asked", 0, 10, { device: 2 }), mark("b", "guardian_asked", 0, 20)];
    expect(askedIn([later, asked])).toEqual(new Map([["person 0", { at: asked.at, by: 2 }]]));
    expect(stateOf([later, asked])?.state).toBe("to_come");
    expect(askedIn([asked, mark("c", "guardian_unasked", 0, 30)]).size, "the latest mark").toBe(0);
    expect(askedIn([asked, mark("c", "guardian_unasked", 0, 5)]).size, "an earlier mark").toBe(1);
    const mistake = mark("c", "guardian_unasked", 0, 30, { takesBack: "b" });
    expect(askedIn([asked, later, mistake]).get("person 0")?.at, "another device's").toBe(asked.at);
    expect(askedIn([later, mistake]).size).toBe(0);
    const back = mark("d", "guardian_asked", 0, 40, { takesBack: "c" });
    expect(askedIn([later, mistake, back]).get("person 0")?.at).toBe(later.at);
    expect(askedIn([asked]).has("person 1")).toBe(false);
  });

  it("counts two walk-ins who are one person once, by the first arrival, until that is undone", () => {
    const [first, later] = [
      mark("a", "walk_in", 70, 10, { device: 2 }),
      mark("b", "walk_in", 71, 20, { under18: true }),
    ];
    const other = mark("c", "walk_in", 72, 30);
    const same = mark("d", "same_person", 71, 40, { sameAs: "person 70" });
    const all = [other, same, later, first];
    const merged = mergeMarks(roster, all);
    expect(merged.counts.walkIns).toBe(2);
    expect(merged.walkIns).toMatchObject([
      { id: "person 70", ids: ["person 70", "person 71"], since: first.at, under18: true },
      { id: "person 72", ids: ["person 72"], under18: false },
    ]);
    expect(merged.sames).toEqual(new Map([["person 70", [same]]]));
    // A mark of one entry applies to both.
    expect(mergeMarks(roster, [...all, mark("e", "undone", 70, 50)]).counts.walkIns).toBe(1);
    const asked = mergeMarks(roster, [...all, mark("e", "guardian_asked", 71, 50)]).asked;
    expect([...asked.keys()]).toEqual(["person 70"]);
    const two = mark("f", "two_persons", 71, 60, { sameAs: "person 70", takesBack: "d" });
    expect(mergeMarks(roster, [...all, two]).counts.walkIns).toBe(3);
    // The three entries can be linked in any order.
    const third = mark("g", "same_person", 72, 50, { sameAs: "person 71" });
    expect(mergeMarks(roster, [...all, third]).walkIns).toMatchObject([
      { id: "person 70", ids: ["person 70", "person 71", "person 72"] },
    ]);
  });

  it("does not merge a walk-in with a person on the list, or with an unknown one", () => {
    const marta = mark("a", "walk_in", 70, 10);
    const here = mark("b", "here", 0, 10);
    for (const [one, other] of [
      ["person 70", "person 0"],
      ["person 0", "person 70"],
      ["person 70", "person 99"],
    ] as const) {
      const same = { ...mark("c", "same_person", 0, 20, { sameAs: other }), personId: one };
      expect(mergeMarks(roster, [marta, here, same])).toEqual(mergeMarks(roster, [marta, here]));
    }
  });

  it("prefers the server's copy of a mark", () => {
    const own = mark("a", "here", 0, 500);
    const known = { ...own, seq: 4, at: iso(noon) };
    expect(inOrder([own, known])).toEqual([known]);
    expect(inOrder([known, own])).toEqual([known]);
  });
});
