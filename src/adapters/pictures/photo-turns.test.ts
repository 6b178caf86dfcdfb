import { setImmediate as soon } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createTurns } from "./photo-turns.ts";

/** Creates turns of two, in which each job records its name when it begins, and lasts until it is ended. */
function twoAtATime() {
  const turn = createTurns(2);
  const begun: string[] = [];
  const start = (owner: string, name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const done = turn(owner, () => {
      begun.push(name);
      return promise;
    });
    return { done, end: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  return { begun, start };
}

describe("createTurns", () => {
  it("runs two jobs at once, of different owners, and lets others go before an owner's second", async () => {
    const { begun, start } = twoAtATime();
    const first = start("a", "a1");
    start("a", "a2");
    start("a", "a3");
    await soon();
    expect(begun).toEqual(["a1"]);
    const other = start("b", "b1");
    start("c", "c1");
    await soon();
    expect(begun).toEqual(["a1", "b1"]);
    other.end();
    expect(await other.done).toBe("b1");
    await soon();
    expect(begun).toEqual(["a1", "b1", "c1"]);
    first.end();
    await first.done;
    await soon();
    expect(begun).toEqual(["a1", "b1", "c1", "a2"]);
  });

  it("goes on after a job that fails", async () => {
    const { begun, start } = twoAtATime();
    const first = start("a", "a1");
    start("a", "a2");
    first.fail();
    await expect(first.done).rejects.toThrow("a1");
    await soon();
    expect(begun).toEqual(["a1", "a2"]);
  });
});
