/** The time to wait for a process's metrics, in milliseconds: a busy one is omitted. */
const patience = 2000;

type Asking = { figures: object[][]; missing: number; done: () => void };

/** Gathers the metrics of several processes; each is asked by `ask` with a number, and answers through `hear`. */
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
