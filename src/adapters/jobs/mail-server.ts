import { setTimeout } from "node:timers/promises";

/** The interval at which a mail server that is away is checked, in milliseconds. */
const askEvery = 3000;

type Settings = {
  /** Tells whether the mail server accepts connections. */
  isThere: () => Promise<boolean>;
  /** Makes the tasks with unsent mails due, by their ids and the times that they wait for. */
  wake: (failed: ReadonlyMap<string, Date>) => Promise<unknown>;
};

/**
 * Remembers that the mail server is away. Until it is back no other mail is tried, so that mails without a fault of
 * their own do not wait longer each time. When it is back, the failed ones are due at once. If the server is there but
 * breaks the connection, it had a reason: then the mail is retried later, as after any failure.
 */
export function watchMailServer({ isThere, wake }: Settings) {
  const failed = new Map<string, Date>();
  let isAway = false;
  const ended = new AbortController();

  async function untilBack() {
    let isFirst = true;
    while (!ended.signal.aborted) {
      if (await isThere().catch(() => false)) {
        // The database may be unreachable, too; then the server is checked again.
        const isDone = isFirst || (await wake(failed).then(isTrue, isFalse));
        if (isDone) break;
      }
      isFirst = false;
      await setTimeout(askEvery, undefined, { ref: false });
    }
    failed.clear();
    isAway = false;
  }

  return {
    isAway: () => isAway,
    /** Records a task whose mail found no server, by its id and the time of its next attempt. */
    failed(id: string, runAt: Date): void {
      failed.set(id, runAt);
      if (isAway) return;
      isAway = true;
      void untilBack();
    },
    end: () => ended.abort(),
  };
}

const isTrue = () => true;
const isFalse = () => false;
