import { afterEach, describe, expect, it } from "vitest";
import { type LoopDelay, watchLoop } from "./loop-delay.ts";

let loop: LoopDelay;
afterEach(() => loop.stop());

/** Keeps the event loop busy for so long, in milliseconds. */
function block(milliseconds: number) {
  for (const begun = performance.now(); performance.now() - begun < milliseconds;);
}

describe("watchLoop", () => {
  it("says that the loop is late while its turns take long, and no longer", async () => {
    loop = watchLoop();
    const begun = performance.now();
    await expect
      .poll(
        () => {
          block(500);
          return loop.isLate();
        },
        { timeout: 30_000, interval: 1 },
      )
      .toBe(true);
    // Not for what takes long once, as the first pages of a process do.
    expect(performance.now() - begun).toBeGreaterThan(2900);
    await expect.poll(() => loop.isLate(), { timeout: 30_000 }).toBe(false);
  });
});
