type Waiting = { owner: string; go: () => void };

/**
 * Runs at most `most` jobs at a time, and only one per owner. Jobs run in order of arrival, except that an owner's
 * second job lets those of others go first.
 */
export function createTurns(most: number) {
  const busy = new Set<string>();
  const waiting: Waiting[] = [];

  function next() {
    while (busy.size < most) {
      const at = waiting.findIndex(({ owner }) => !busy.has(owner));
      if (at < 0) return;
      const [first] = waiting.splice(at, 1);
      if (!first) return;
      busy.add(first.owner);
      first.go();
    }
  }

  return async function turn<T>(owner: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((go) => {
      waiting.push({ owner, go });
      next();
    });
    try {
      return await work();
    } finally {
      busy.delete(owner);
      next();
    }
  };
}
