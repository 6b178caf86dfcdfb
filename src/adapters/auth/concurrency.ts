import { Failure } from "#domain/failure.ts";

/** The seconds after which a refused caller may try again: a full queue of hashes is done by then. */
const comeAgain = 5;

/**
 * Limits how many jobs run at once, and how many wait, in order of arrival. Further jobs are refused at once, so that
 * no answer comes too late, and a flood does not fill the memory.
 * @throws Failure too_busy
 */
export function limitConcurrency(max: number, waitingMax: number) {
  let busy = 0;
  const waiting: (() => void)[] = [];

  async function whenFree<Result>(work: () => Promise<Result>): Promise<Result> {
    if (busy < max) busy++;
    else if (waiting.length >= waitingMax) throw new Failure("too_busy", [], comeAgain);
    // A finished job hands its place on, so `busy` stays the same.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  }

  /** The number of jobs that run or wait. */
  whenFree.unfinished = () => busy + waiting.length;
  return whenFree;
}
