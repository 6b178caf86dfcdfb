import { describe, expect, it } from "vitest";
import { marksOf, newGate } from "./gate-state.ts";
import { isSoYet, presentIn } from "./merged.ts";

const noon = Date.parse("2026-05-12T12:00:00Z");
const gate = newGate({ eventId: "event", pass: "pass", device: 1 }, noon);
let ids = 0;
/** A walk-in of this name, so many minutes after noon. */
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
  it("stand by when they came, in whatever order a phone keeps what it knows", () => {
    for (const marks of [
      [marta, dinis, rosa],
      [rosa, marta, dinis],
    ]) {
      expect(namesIn(presentIn([], marks))).toEqual(["Marta", "Dinis", "Rosa"]);
    }
  });

  it("are asked for a guardian where they are under 18, as people of the roster are", () => {
    const { arrivals } = presentIn([], [{ ...marta, under18: true }, rosa]);
    expect([...arrivals.values()]).toMatchObject([
      { under18: true, guardian: "ask" },
      { under18: false, guardian: null },
    ]);
  });

  it("keep their place when one is known later who came before, or is named by a letter", () => {
    const before = presentIn([], [marta, rosa]);
    expect(namesIn(presentIn([], [dinis, { ...marta, name: "Marta S." }, rosa], before))).toEqual([
      "Marta S.",
      "Rosa",
      "Dinis",
    ]);
  });
});

describe("isSoYet", () => {
  it("says of a mark whether anything else was said since", () => {
    const undone = { ...came("Marta", 5), kind: "undone" as const, name: null };
    const again = { ...came("Marta", 7), kind: "here" as const, name: null };
    expect(isSoYet(presentIn([], [marta]), marta)).toBe(true);
    expect(isSoYet(presentIn([], [marta, undone]), marta)).toBe(false);
    expect(isSoYet(presentIn([], [marta, undone]), undone)).toBe(true);
    expect(isSoYet(presentIn([], [marta, undone, again]), undone)).toBe(false);
  });

  it("says of the gate whether it is as it was left", () => {
    const [closed, opened] = (["closed", "opened"] as const).map(
      (kind, index) =>
        marksOf({ gate, marks: [] }, [{ kind }], { clock: noon + index, newId: () => `gate-${index}` })[0]!,
    );
    expect(isSoYet(presentIn([], [closed!]), closed!)).toBe(true);
    expect(isSoYet(presentIn([], [closed!, opened!]), closed!)).toBe(false);
    expect(isSoYet(presentIn([], [closed!, opened!]), opened!)).toBe(true);
  });
});
