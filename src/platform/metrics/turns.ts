import { monitorEventLoopDelay } from "node:perf_hooks";

/** The time for which each of the two monitors runs before it is replaced, in milliseconds. */
const half = 30_000;

/**
 * Measures the delay of the event loop. A value covers the last half minute to minute, for any number of readers: two
 * monitors run, started half a minute apart.
 * @returns a function that returns a percentile of the delay in seconds, such as 0.99
 */
export function watchTurns(): (share: number) => number {
  let [older, younger] = [begun(), begun()];
  setInterval(() => {
    older.disable();
    [older, younger] = [younger, begun()];
  }, half).unref();
  return (share) => older.percentile(share * 100) / 1e9;
}

function begun() {
  const turns = monitorEventLoopDelay({ resolution: 20 });
  turns.enable();
  return turns;
}
