/** How long the figures of a process are waited for, in milliseconds: one that is busy is left out. */
const patience = 2000;

type Asking = { figures: object[][]; missing: number; done: () => void };

/**
 * Gathers the figures of several processes, each of which is asked by `ask` with a number, and answers with `hear`.
 */
export function createGathering() {
  const underWay = new Map<number, Asking>();
  let askings = 0;

  async function gather(workers: readonly ((asking: number) => void)[]): Promise<object[][]> {
    const asking = ++askings;
    const figures: object[][] = [];
    const all = new Promise<void>((resolve) => {
      underWay.set(asking, { figures, missing: workers.length, done: resolve });
      setTimeout(resolve, workers.length === 0 ? 0 : patience).unref();
    });
    for (const ask of workers) ask(asking);
    await all;
    underWay.delete(asking);
    return figures;
  }

  function hear(asking: number, theirs: object[]) {
    const asked = underWay.get(asking);
    if (!asked) return;
    asked.figures.push(theirs);
    if (--asked.missing === 0) asked.done();
  }

  return { gather, hear };
}
