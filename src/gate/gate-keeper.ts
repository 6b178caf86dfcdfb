import type { KeptMark } from "./gate-state.ts";
import type { GateStorage } from "./gate-storage.ts";

type Outside = {
  storage: GateStorage;
  /** Tells the other tabs of this phone that stored data have changed. */
  announce: () => void;
  /** Waits until a press is painted. */
  drawn: () => Promise<void>;
  /** The current state of these marks: one may have been sent since. */
  latest: (marks: readonly KeptMark[]) => KeptMark[];
  /** Is told whether everything is stored, so that the page may be closed. */
  tell: (isKept: boolean) => void;
};

export type GateKeeper = ReturnType<typeof createKeeper>;

/**
 * Stores changes at a gate in their order. If storing fails, as storage may be full, it reports that, keeps them in
 * memory, and tries again with the next change.
 */
export function createKeeper({ storage, announce, drawn, latest, tell }: Outside) {
  let written: Promise<unknown> = Promise.resolve();
  /** The pressed marks that are not stored yet, including failed ones. */
  let unwritten: KeptMark[] = [];
  let isFlushDue = false;

  /** Stores something after all earlier changes. @returns whether it succeeded */
  function write(what: () => Promise<void>): Promise<boolean> {
    const writing = written.then(what).then(
      () => {
        announce();
        return true;
      },
      () => {
        tell(false);
        return false;
      },
    );
    written = writing;
    return writing;
  }

  /** Notes that these marks are stored. */
  function areKept(marks: readonly KeptMark[]): void {
    const ids = new Set(marks.map(({ id }) => id));
    unwritten = unwritten.filter(({ id }) => !ids.has(id));
    if (unwritten.length === 0) tell(storage.isLasting);
  }

  /** Stores the pending marks: once painted, with each call, and at once when the page is left. */
  async function flush(): Promise<void> {
    isFlushDue = false;
    const marks = [...unwritten];
    if (marks.length > 0 && (await write(() => storage.addMarks(latest(marks))))) areKept(marks);
  }

  /**
   * Stores marks once they are painted. Presses in the meantime are stored together, so that a hundred presses do not
   * queue.
   */
  function add(marks: readonly KeptMark[]): void {
    unwritten.push(...marks);
    if (!isFlushDue) void drawn().then(flush);
    isFlushDue = true;
  }

  /** Waits until all writes so far have succeeded or failed. */
  async function settled(): Promise<void> {
    await flush();
    await written;
  }

  return { write, add, flush, areKept, settled };
}
