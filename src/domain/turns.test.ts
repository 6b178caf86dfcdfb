import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inTurns } from "./turns.ts";

/** Work that takes longer than others may be held up. */
function slowly(number: number) {
  const end = performance.now() + 11;
  while (performance.now() < end);
  return number * 2;
}

describe("inTurns", () => {
  it("makes something of all things in their order, and lets others have their turn after each that takes long", async () => {
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
    // None is made in a turn in which another was.
    expect(new Set(made).size).toBe(5);
  });

  it("goes on with one work only each time that the event loop comes round", async () => {
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
    // Each does its first piece when it begins.
    const later = made.slice(3);
    expect(new Set(later).size).toBe(later.length);
  });

  it("makes nothing of nothing, hands on what is thrown, and others go on", async () => {
    expect(await inTurns([], slowly)).toEqual([]);
    const broken = inTurns([1], () => {
      throw new Error("broken");
    });
    await expect(broken).rejects.toThrow("broken");
    expect(await inTurns([1, 2], slowly)).toEqual([2, 4]);
  });
});
