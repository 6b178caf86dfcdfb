import { afterEach, describe, expect, it, vi } from "vitest";
import { inLine } from "./line.ts";

afterEach(() => vi.useRealTimers());

/** Starts work that runs until it is told to end; `begun` has the names of the work that has begun. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const work = (eventId: string, name: string) =>
    inLine(eventId, () => {
      begun.push(name);
      return new Promise<void>((resolve, reject) => ends.set(name, { resolve, reject }));
    });
  return {
    begun,
    work,
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

describe("inLine", () => {
  it("runs three at a time for each event, and the others in the order of their arrival, however one ends", async () => {
    const { begun, work, end, fail } = works();
    const done = ["a", "b", "c", "d", "e"].map((name) => work("one event", name));
    const other = work("another event", "z");
    expect(begun).toEqual(["a", "b", "c", "z"]);
    fail("b");
    await expect(done[1]).rejects.toThrow("b");
    expect(begun).toEqual(["a", "b", "c", "z", "d"]);
    end("d");
    await done[3];
    expect(begun).toEqual(["a", "b", "c", "z", "d", "e"]);
    for (const name of ["a", "c", "e", "z"]) end(name);
    await Promise.all([done[0], done[2], done[4], other]);
    void work("one event", "later");
    expect(begun.at(-1)).toBe("later");
    end("later");
  });

  it("rejects work that has waited for 25 seconds with a hint to try again, and gives its turn to the next", async () => {
    vi.useFakeTimers();
    const { begun, work, end } = works();
    const held = ["a", "b", "c"].map((name) => work("one event", name));
    let isRefused = false;
    const refused = work("one event", "d")
      .catch((error: unknown) => error)
      .finally(() => (isRefused = true));
    await vi.advanceTimersByTimeAsync(24_999);
    expect(isRefused).toBe(false);
    const patient = work("one event", "e");
    await vi.advanceTimersByTimeAsync(1);
    expect(await refused).toMatchObject({ code: "unavailable", retryAfter: 2 });
    end("a");
    await held[0];
    expect(begun).toEqual(["a", "b", "c", "e"]);
    for (const name of ["b", "c", "e"]) end(name);
    await Promise.all([...held, patient]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
