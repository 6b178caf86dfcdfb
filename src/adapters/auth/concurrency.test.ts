import { describe, expect, it } from "vitest";
import { limitConcurrency } from "./concurrency.ts";

describe("limitConcurrency", () => {
  it("runs a limited number at once, queues others in order even after failures, and refuses those beyond the queue", async () => {
    const whenFree = limitConcurrency(2, 3);
    const begun: number[] = [];
    const finish: (() => void)[] = [];
    const works = Array.from({ length: 5 }, (_, number) =>
      whenFree(async () => {
        begun.push(number);
        await new Promise<void>((resolve) => (finish[number] = resolve));
        if (number === 1) throw new Error("fails");
        return number;
      }),
    );
    const ended = Promise.allSettled(works);
    await expect(whenFree(async () => "too late")).rejects.toMatchObject({ code: "too_busy", retryAfter: 5 });
    expect(begun).toEqual([0, 1]);
    for (const [number, next] of [
      [1, 2],
      [0, 3],
      [2, 4],
    ] as const) {
      finish[number]?.();
      await expect.poll(() => begun.at(-1)).toBe(next);
    }
    for (const number of [3, 4]) finish[number]?.();
    expect((await ended).map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
      "fulfilled",
    ]);
    expect(await whenFree(async () => "again")).toBe("again");
  });
});
