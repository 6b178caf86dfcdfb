import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClock } from "./clock.ts";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

/** Creates a clock on a database whose clock is ahead of ours and whose answers are delayed, in milliseconds. */
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
  it("follows the database's clock, measured in the middle of the round trip, and our own before the first answer", async () => {
    const clock = clockOf({ ahead: 60_000, way: 200 });
    expect(clock.offset()).toBe(0);
    await clock.look();
    expect(clock.offset()).toBe(60_000);
    clock.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("uses a slow answer only if it is the first", async () => {
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
