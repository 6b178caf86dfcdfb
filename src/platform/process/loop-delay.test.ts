import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type LoopDelay, watchLoop } from "./loop-delay.ts";

let loops: LoopDelay[] = [];
afterEach(() => {
  for (const loop of loops) loop.stop();
  loops = [];
});

function watch(): LoopDelay {
  const loop = watchLoop();
  loops.push(loop);
  return loop;
}

/** Keeps the event loop busy for so long, in milliseconds. */
function block(milliseconds: number) {
  for (const begun = performance.now(); performance.now() - begun < milliseconds;);
}

describe("watchLoop", () => {
  it("says that the loop is late while its turns take long, whatever they took before, and no longer", async () => {
    const before = watch();
    // Makes some sixty turns in time, which are to count no longer.
    await sleep(1200);
    const loop = watch();
    const begun = performance.now();
    for (let turns = 0; turns < 20 && !(loop.isLate() && before.isLate()); turns++) {
      block(500);
      await sleep(1);
    }
    expect([before.isLate(), loop.isLate()]).toEqual([true, true]);
    // Not for what takes long once, as the first pages of a process do.
    expect(performance.now() - begun).toBeGreaterThan(2900);
    await expect.poll(() => loop.isLate(), { timeout: 30_000 }).toBe(false);
  });
});
