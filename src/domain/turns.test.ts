import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inTurns } from "./turns.ts";

/** Simulates work that takes longer than a turn allows. */
function slowly(number: number) {
  const end = performance.now() + 11;
  while (performance.now() < end);
  return number * 2;
}

describe("inTurns", () => {
  it("processes all items in order, and yields after each one that takes long", async () => {
    let turns = 0;
    const made: number[] = [];
    const others = (async () => {
      for (; made.length < 5; turns++) await setImmediate();
    })();
    const doubled = await inTurns([1, 2, 3, 4, 5], (number) => {
      made.push(turns);
      return slowly(number);
    });
    expect(doubled).toEqual([2, 4, 6, 8, 10]);
    await others;
    // No two items are processed in the same turn.
    expect(new Set(made).size).toBe(5);
  });

  it("continues only one job per turn of the event loop", async () => {
    let turns = 0;
    const made: number[] = [];
    const works = ["one", "another", "a third"].map(() =>
      inTurns([1, 2, 3, 4], (number) => {
        made.push(turns);
        return slowly(number);
      }),
    );
    const others = (async () => {
      for (; made.length < 12; turns++) await setImmediate();
    })();
    await Promise.all(works);
    await others;
    // Each job does its first piece when it begins.
    const later = made.slice(3);
    expect(new Set(later).size).toBe(later.length);
  });

  it("returns an empty list for no items, passes errors on, and lets other jobs continue", async () => {
    expect(await inTurns([], slowly)).toEqual([]);
    const broken = inTurns([1], () => {
      throw new Error("broken");
    });
    await expect(broken).rejects.toThrow("broken");
    expect(await inTurns([1, 2], slowly)).toEqual([2, 4]);
  });
});
