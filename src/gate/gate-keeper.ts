import type { KeptMark } from "./gate-state.ts";
import type { GateStorage } from "./gate-storage.ts";

type Outside = {
  storage: GateStorage;
  /** Tells the other tabs of this phone that something is kept now. */
  announce: () => void;
  /** Waits until what was pressed is seen. */
  drawn: () => Promise<void>;
  /** The marks as they are now: one may have been sent since. */
  latest: (marks: readonly KeptMark[]) => KeptMark[];
  /** Is told whether everything is kept, so that the page may be closed. */
  tell: (isKept: boolean) => void;
};

export type GateKeeper = ReturnType<typeof createKeeper>;

/**
 * Writes down what happens at a gate, one thing after the other. What cannot be written, as storage may be full, is told, stays in this page's
 * memory, and is tried again with what comes next.
 */
export function createKeeper({ storage, announce, drawn, latest, tell }: Outside) {
  let written: Promise<unknown> = Promise.resolve();
  /** What was pressed and is not kept yet, also because that failed. */
  let unwritten: KeptMark[] = [];
  let isFlushDue = false;

  /** Keeps something, after all that came before. @returns whether it is kept */
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

  /** Notes that these marks are kept. */
  function areKept(marks: readonly KeptMark[]): void {
    const ids = new Set(marks.map(({ id }) => id));
    unwritten = unwritten.filter(({ id }) => !ids.has(id));
    if (unwritten.length === 0) tell(storage.isLasting);
  }

  /** Keeps what was pressed and is not kept yet: when it is drawn, with each call, and at once when the page is left. */
  async function flush(): Promise<void> {
    isFlushDue = false;
    const marks = [...unwritten];
    if (marks.length > 0 && (await write(() => storage.addMarks(latest(marks))))) areKept(marks);
  }

  /** Keeps marks when they are drawn. What is pressed meanwhile is kept together: a hundred presses do not wait in line. */
  function add(marks: readonly KeptMark[]): void {
    unwritten.push(...marks);
    if (!isFlushDue) void drawn().then(flush);
    isFlushDue = true;
  }

  /** Waits until everything so far is written, or was tried. */
  async function settled(): Promise<void> {
    await flush();
    await written;
  }

  return { write, add, flush, areKept, settled };
}
