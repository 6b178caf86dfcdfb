import { describe, expect, it } from "vitest";
import { type Deed, type KeptMark, marksOf, newGate } from "./gate-state.ts";
import { isSoYet, namesakeBefore, presentIn, takingOff } from "./merged.ts";

const noon = Date.parse("2026-05-12T12:00:00Z");
const gate = newGate({ eventId: "event", pass: "pass", device: 1 }, noon);
let ids = 0;
/** A walk-in of this name, that many minutes after noon. */
const came = (name: string, minutes: number) => {
  const deeds = [{ kind: "walk_in", personId: name, name } as const];
  const [mark] = marksOf({ gate, marks: [] }, deeds, {
    clock: noon + minutes * 60_000,
    newId: () => `id-${(ids += 1)}`,
  });
  return mark!;
};
const [marta, dinis, rosa] = [came("Marta", 1), came("Dinis", 2), came("Rosa", 3)];
const namesIn = (present: ReturnType<typeof presentIn>) => [...present.arrivals.values()].map(({ name }) => name);

describe("walk-ins", () => {
  it("are sorted by time of arrival, regardless of the order in which a phone got the marks", () => {
    for (const marks of [
      [marta, dinis, rosa],
      [rosa, marta, dinis],
    ]) {
      expect(namesIn(presentIn([], marks))).toEqual(["Marta", "Dinis", "Rosa"]);
    }
  });

  it("need a guardian if under 18, like people of the roster", () => {
    const { arrivals } = presentIn([], [{ ...marta, under18: true }, rosa]);
    expect([...arrivals.values()]).toMatchObject([
      { under18: true, guardian: "ask" },
      { under18: false, guardian: null },
    ]);
  });

  it("keep their place if an earlier walk-in becomes known later, or a name gets an initial", () => {
    const before = presentIn([], [marta, rosa]);
    expect(namesIn(presentIn([], [dinis, { ...marta, name: "Marta S." }, rosa], before))).toEqual([
      "Marta S.",
      "Rosa",
      "Dinis",
    ]);
  });
});

describe("isSoYet", () => {
  it("is false for a mark once another contradicts it", () => {
    const undone = { ...came("Marta", 5), kind: "undone" as const, name: null };
    const again = { ...came("Marta", 7), kind: "here" as const, name: null };
    expect(isSoYet(presentIn([], [marta]), marta)).toBe(true);
    expect(isSoYet(presentIn([], [marta, undone]), marta)).toBe(false);
    expect(isSoYet(presentIn([], [marta, undone]), undone)).toBe(true);
    expect(isSoYet(presentIn([], [marta, undone, again]), undone)).toBe(false);
  });

  it("is false for closing the gate once it is opened again", () => {
    const [closed, opened] = (["closed", "opened"] as const).map(
      (kind, index) =>
        marksOf({ gate, marks: [] }, [{ kind }], { clock: noon + index, newId: () => `gate-${index}` })[0]!,
    );
    expect(isSoYet(presentIn([], [closed!]), closed!)).toBe(true);
    expect(isSoYet(presentIn([], [closed!, opened!]), closed!)).toBe(false);
    expect(isSoYet(presentIn([], [closed!, opened!]), opened!)).toBe(true);
  });
});

/** A press of this phone, or of another. */
function pressed(deed: Deed, minutes: number, device = 1): KeptMark {
  const [mark] = marksOf({ gate, marks: [] }, [deed], {
    clock: noon + minutes * 60_000,
    newId: () => `id-${(ids += 1)}`,
  });
  return { ...mark!, device, press: device === 1 ? mark!.press : null };
}

describe("takingOff", () => {
  const people = [
    { id: "a", partyId: "a", name: "A", code: "", under18: true, guardian: "ask", isGuest: false } as const,
  ];
  const off = (what: "here" | "guardian_asked", id: string, marks: KeptMark[]) =>
    takingOff(what, id, { people, marks, present: presentIn(people, marks) });

  it.each(["here", "guardian_asked"] as const)("names this phone's own mark if it knows no other: %s", (what) => {
    const [own, others] = [pressed({ kind: what, personId: "a" }, 5), pressed({ kind: what, personId: "a" }, 1, 2)];
    const kind = what === "here" ? "undone" : "guardian_unasked";
    expect(off(what, "a", [own])).toEqual({ kind, personId: "a", takesBack: own.id });
    expect(off(what, "a", [own, others])).toEqual({ kind, personId: "a" });
    expect(off(what, "a", [others])).toEqual({ kind, personId: "a" });
    expect(off(what, "a", [{ ...own, status: "refused" }, others])).toEqual({ kind, personId: "a" });
  });

  it("names the phone's last mark, even after earlier ones were undone", () => {
    const own = pressed({ kind: "here", personId: "a" }, 5);
    const undone = pressed({ kind: "undone", personId: "a", takesBack: own.id }, 6);
    const again = pressed({ kind: "here", personId: "a", takesBack: undone.id }, 7);
    const deed = off("here", "a", [own, undone, again]);
    expect(deed).toEqual({ kind: "undone", personId: "a", takesBack: again.id });
    const marks = [own, undone, again, pressed(deed, 8)];
    expect(presentIn(people, marks).counts.here).toBe(0);
  });

  it("works for walk-ins too, also for one merged with another", () => {
    const [one, other] = [pressed({ kind: "walk_in", personId: "v", name: "Rui" }, 1, 2), came("Rui", 2)];
    expect(off("here", "Rui", [other])).toMatchObject({ takesBack: other.id });
    const same = pressed({ kind: "same_person", personId: "Rui", sameAs: "v" }, 3);
    expect(off("here", "v", [one, other, same])).toEqual({ kind: "undone", personId: "v" });
  });
});

describe("two walk-ins of one name", () => {
  const [own, other] = [
    came("Marta", 4),
    { ...pressed({ kind: "walk_in", personId: "v", name: "Marta (dog walker)" }, 1, 2) },
  ];
  it("can be merged if two phones added them, only at the later one", () => {
    const present = presentIn([], [own, other]);
    expect(namesakeBefore(present, "Marta")?.id).toBe("v");
    expect(namesakeBefore(present, "v")).toBeUndefined();
    expect(namesakeBefore(presentIn([], [own, { ...other, device: 1 }]), "Marta"), "one phone").toBeUndefined();
    for (const [name, id] of [
      ["Mara", undefined],
      ["Marta Sousa", "v"],
    ] as const)
      expect(namesakeBefore(presentIn([], [own, { ...other, name }]), "Marta")?.id, name).toBe(id);
    const named = { ...own, name: "Marta Reis" };
    expect(
      namesakeBefore(presentIn([], [named, { ...other, name: "Marta Sousa" }]), "Marta"),
      "two initials",
    ).toBeUndefined();
    const gone = pressed({ kind: "undone", personId: "v" }, 6);
    expect(namesakeBefore(presentIn([], [own, other, gone]), "Marta"), "gone again").toBeUndefined();
  });

  it("appear once after merging, and twice after undoing that", () => {
    const minor = { ...own, under18: true };
    const before = presentIn([], [minor, other]);
    const same = pressed({ kind: "same_person", personId: "Marta", sameAs: "v" }, 6);
    const one = presentIn([], [minor, other, same], before);
    expect([...one.listed.keys(), one.counts.walkIns]).toEqual(["v", 1]);
    expect(before.listed.get("v")).toMatchObject({ under18: false, guardian: null });
    expect(one.listed.get("v")).toMatchObject({ under18: true, guardian: "ask" });
    expect(isSoYet(one, same)).toBe(true);
    const two = pressed({ kind: "two_persons", personId: "Marta", sameAs: "v", takesBack: same.id }, 7);
    const again = presentIn([], [minor, other, same, two], one);
    expect([[...again.listed.keys()], again.counts.walkIns]).toEqual([["v", "Marta"], 2]);
    expect([isSoYet(again, same), isSoYet(again, two)]).toEqual([false, true]);
  });
});
