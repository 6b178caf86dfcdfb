import { monitorEventLoopDelay } from "node:perf_hooks";

/** How long each of the two is watched before the other counts, in milliseconds. */
const half = 30_000;

/**
 * Watches how late the event loop is. What is told is of the last half minute to minute, whoever asks and how often: two are watched, and begin half a
 * minute after each other.
 * @returns what gives a share of the turns' delay in seconds, such as 0.99
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
