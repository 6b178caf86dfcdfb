import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClock } from "./clock.ts";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

/** A database whose clock is so far ahead of ours, and whose answers take so long on the way, in milliseconds. */
function clockOf(database: { ahead: number; way: number }) {
  const clock = createClock(async () => {
    await vi.advanceTimersByTimeAsync(database.way / 2);
    const theirs = new Date(Date.now() + database.ahead);
    await vi.advanceTimersByTimeAsync(database.way / 2);
    return theirs;
  });
  return { ...clock, offset: () => clock.now().getTime() - Date.now() };
}

describe("createClock", () => {
  it("goes by the database's clock as it was in the middle of the way, and by ours before", async () => {
    const clock = clockOf({ ahead: 60_000, way: 200 });
    expect(clock.offset()).toBe(0);
    await clock.look();
    expect(clock.offset()).toBe(60_000);
    clock.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("believes an answer that was long on the way only when it is the first", async () => {
    const database = { ahead: 60_000, way: 2000 };
    const clock = clockOf(database);
    await clock.look();
    expect(clock.offset()).toBe(60_000);
    database.ahead = 90_000;
    await clock.look();
    expect(clock.offset()).toBe(60_000);
    database.way = 20;
    await clock.look();
    expect(clock.offset()).toBe(90_000);
    clock.stop();
  });
});
