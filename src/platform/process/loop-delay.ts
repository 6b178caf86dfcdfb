import { monitorEventLoopDelay } from "node:perf_hooks";

/** The interval of our checks, and the interval of the loop's measured turns, in milliseconds. */
const lookEvery = 1000;
const turnEvery = 20;
/** The usual length of turns above which a loop is late, in milliseconds: a page takes several turns. */
const turnMax = 400;
/**
 * The number of consecutive late checks that are needed, because work that a process does for the first time takes long
 * too.
 */
const looksMin = 3;

/** The monitor of the event loop: `isLate` tells whether the loop has been late recently; `stop` ends it. */
export type LoopDelay = { isLate: () => boolean; stop: () => void };

/** Monitors the usual delay of the event loop; the longest one may be due to a single long piece of work. */
export function watchLoop(): LoopDelay {
  const turns = monitorEventLoopDelay({ resolution: turnEvery });
  turns.enable();
  let looks = 0;
  const timer = setInterval(() => {
    looks = turns.percentile(50) / 1e6 > turnMax ? looks + 1 : 0;
    turns.reset();
  }, lookEvery).unref();
  return {
    isLate: () => looks >= looksMin,
    stop: () => {
      clearInterval(timer);
      turns.disable();
    },
  };
}
