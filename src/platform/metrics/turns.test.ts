import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { watchTurns } from "./turns.ts";

afterEach(() => void vi.useRealTimers());

/** Blocks the event loop. */
function block(milliseconds: number) {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

describe("the delay of the event loop", () => {
  it("is reported to each caller, for the last half minute to minute", async () => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const lateOf = watchTurns();
    await pause(60);
    block(400);
    await pause(60);
    expect([lateOf(1), lateOf(1), lateOf(1)].filter((seconds) => seconds > 0.3)).toHaveLength(3);
    expect(lateOf(0.5)).toBeLessThan(lateOf(1));
    vi.advanceTimersByTime(30_000);
    expect(lateOf(1)).toBeGreaterThan(0.3);
    await pause(60);
    vi.advanceTimersByTime(30_000);
    expect(lateOf(1)).toBeLessThan(0.3);
  });
});
