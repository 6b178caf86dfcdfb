type Waiting = { owner: string; go: () => void };

/**
 * Has work done `most` at a time, and of one owner one thing at a time: others go ahead of an owner's second. Work goes on in the
 * order in which it came otherwise.
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
