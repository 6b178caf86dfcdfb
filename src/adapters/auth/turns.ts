/** Lets so many do something at once; whoever comes later waits, and goes in the order of coming. */
export function turns(atOnce: number) {
  let busy = 0;
  const waiting: (() => void)[] = [];

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (busy < atOnce) busy++;
    // Whoever finishes hands its turn on, so `busy` stays as it is.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
}
