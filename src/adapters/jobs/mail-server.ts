import { setTimeout } from "node:timers/promises";

/** How often a mail server that is away is asked whether it is back, in milliseconds. */
const askEvery = 3000;

type Settings = {
  /** Whether the mail server takes connections. */
  isThere: () => Promise<boolean>;
  /** Makes tasks due whose mails did not go out, by their ids and the times that they wait for. */
  wake: (failed: ReadonlyMap<string, Date>) => Promise<unknown>;
};

/**
 * Remembers that the mail server is away. Until it is back no other mail is tried, so that none waits longer each time for what is wrong with
 * none of them; when it is, those that have failed are due at once. A server that is there had a reason to break the connection: then the mail is
 * tried again later, as after any failure.
 */
export function watchMailServer({ isThere, wake }: Settings) {
  const failed = new Map<string, Date>();
  let isAway = false;
  const ended = new AbortController();

  async function untilBack() {
    let isFirst = true;
    while (!ended.signal.aborted) {
      if (await isThere().catch(() => false)) {
        // The database may be out of reach, too; then it is asked again.
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
    /** Takes the id of a task whose mail found nobody, and when it is tried again. */
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
