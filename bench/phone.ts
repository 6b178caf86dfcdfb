import type { CDPSession } from "@playwright/test";
import { medianOf } from "./measure.ts";

/**
 * The speed of phones by the score of Lighthouse's benchmark (its `BenchmarkIndex`), as Chrome's DevTools calibrate
 * their presets: 'mid-tier' is a Pixel 5, 'low-tier' a Moto G Power of 2022. So the simulated phone is equally fast on
 * a fast machine and on a slow one.
 */
export const phones = { "mid-tier": 1000, "low-tier": 264 } as const;

/**
 * Finds how many times slower than this machine a page must run for a score, by running the benchmark in a slowed page;
 * 1 if the machine itself is not faster.
 * @param session of an empty page
 */
export async function slownessFor(session: CDPSession, score: number): Promise<number> {
  const scoreAt = async (rate: number) => {
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    const scores: number[] = [];
    for (let round = 0; round < 3; round++) {
      const { result } = await session.send("Runtime.evaluate", { expression: `(${benchmark.toString()})()` });
      scores.push(Number(result.value));
    }
    return medianOf(scores);
  };
  // The first run warms up.
  await scoreAt(1);
  let rate = Math.max(1, (await scoreAt(1)) / score);
  // A page slowed by a factor is not exactly that much slower.
  for (let step = 0; step < 2 && rate > 1; step++) rate = Math.max(1, (rate * (await scoreAt(rate))) / score);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  return rate;
}

/** Half of it builds strings, which causes garbage collection, and half copies numbers; tens of rounds a second. */
function benchmark(): number {
  const half = 250;
  const perSecond = (round: (count: number) => void) => {
    const start = performance.now();
    let count = 0;
    do {
      for (let several = 0; several < 10; several++) round(count++);
    } while (performance.now() - start < half);
    return count / 10 / ((performance.now() - start) / 1000);
  };
  const texts = perSecond(() => {
    let text = "";
    for (let letter = 0; letter < 10_000; letter++) text += "a";
    if (text.length === 1) throw new Error("Unreachable, but the string must be used.");
  });
  const numbers = Array.from({ length: 2 }, () => Array.from({ length: 100_000 }, (_, index) => index));
  const copies = perSecond((count) => {
    const [from, to] = [numbers[count % 2]!, numbers[(count + 1) % 2]!];
    for (let index = 0; index < from.length; index++) to[index] = from[index]!;
  });
  return (texts + copies) / 2;
}
