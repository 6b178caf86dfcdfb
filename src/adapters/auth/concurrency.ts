/** Lets so much work be under way at once; what comes later waits, and begins in the order of coming. */
export function limitConcurrency(max: number) {
  let busy = 0;
  const waiting: (() => void)[] = [];

  return async function whenFree<Result>(work: () => Promise<Result>): Promise<Result> {
    if (busy < max) busy++;
    // What finishes hands its place on, so `busy` stays as it is.
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
