import { monitorEventLoopDelay } from "node:perf_hooks";

/** How often we look, and how often the event loop is to take its turn meanwhile, in milliseconds. */
const lookEvery = 1000;
const turnEvery = 20;
/** A loop whose turns mostly take longer than this is late, in milliseconds: a page takes several turns. */
const turnMax = 400;
/** So often it has to be found late, one time after the other: what a process does for the first time takes it long too. */
const looksMin = 3;

/** Whether the event loop has been late lately; `stop` ends the watch. */
export type LoopDelay = { isLate: () => boolean; stop: () => void };

/** Watches how late the event loop takes its turns: not the longest, which one long piece of work makes, but most of them. */
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
