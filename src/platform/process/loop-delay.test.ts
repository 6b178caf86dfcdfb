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

/** Blocks the event loop for this long, in milliseconds. */
function block(milliseconds: number) {
  for (const begun = performance.now(); performance.now() - begun < milliseconds;);
}

describe("watchLoop", () => {
  it("reports a late loop only while its turns take long, regardless of earlier turns", async () => {
    const before = watch();
    // About sixty turns in time, which must not count later.
    await sleep(1200);
    const loop = watch();
    const begun = performance.now();
    for (let turns = 0; turns < 20 && !(loop.isLate() && before.isLate()); turns++) {
      block(500);
      await sleep(1);
    }
    expect([before.isLate(), loop.isLate()]).toEqual([true, true]);
    // A single long piece of work, such as the first pages of a process, is not enough.
    expect(performance.now() - begun).toBeGreaterThan(2900);
    await expect.poll(() => loop.isLate(), { timeout: 30_000 }).toBe(false);
  });
});
