import { afterEach, describe, expect, it, vi } from "vitest";
import { createGathering } from "./worker-figures.ts";

afterEach(() => void vi.useRealTimers());

describe("createGathering", () => {
  it("returns the metrics of all processes asked, separately for concurrent calls", async () => {
    const { gather, hear } = createGathering();
    const asked: number[] = [];
    const note = (asking: number) => void asked.push(asking);
    const [first, second] = [gather([note, note]), gather([note])];
    const [one = 0, , other = 0] = asked;
    hear(other, [{ name: "c" }]);
    hear(one, [{ name: "a" }]);
    hear(one, [{ name: "b" }]);
    expect(await first).toEqual([[{ name: "a" }], [{ name: "b" }]]);
    expect(await second).toEqual([[{ name: "c" }]]);
    // This answer is too late, and therefore ignored.
    hear(one, [{ name: "d" }]);
  });

  it("omits a process that does not answer in time, and does not wait without processes", async () => {
    vi.useFakeTimers();
    const { gather, hear } = createGathering();
    const asked: number[] = [];
    const gathered = gather([(asking) => void asked.push(asking), () => {}]);
    hear(asked[0] ?? 0, [{ name: "a" }]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await gathered).toEqual([[{ name: "a" }]]);
    const none = gather([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(await none).toEqual([]);
  });
});
