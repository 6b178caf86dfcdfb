import { Failure } from "#domain/failure.ts";

/** When somebody who was turned away may come again, in seconds: a full queue of hashes is worked off by then. */
const comeAgain = 5;

/**
 * Lets so much work be under way at once, and so much more wait for it, which begins in the order of coming; what comes
 * beyond is refused at once, so that nobody waits for an answer that comes too late, nor memory grows with a flood.
 * @throws Failure too_busy
 */
export function limitConcurrency(max: number, waitingMax: number) {
  let busy = 0;
  const waiting: (() => void)[] = [];

  async function whenFree<Result>(work: () => Promise<Result>): Promise<Result> {
    if (busy < max) busy++;
    else if (waiting.length >= waitingMax) throw new Failure("too_busy", [], comeAgain);
    // What finishes hands its place on, so `busy` stays as it is.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  }

  /** How much of it is under way or waits. */
  whenFree.unfinished = () => busy + waiting.length;
  return whenFree;
}
