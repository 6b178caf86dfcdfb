import { newId } from "#db/schema.server.ts";

/** The environment variable with the number of a worker. */
export const workerName = "GOODTURN_WORKER";

/** A worker's messages to the process that has started it (`processes.ts`). */
export type Said =
  | { hears: true }
  | { serves: true }
  | { tells: number; topic: string }
  | { heard: number }
  | { counted: number; figures: object[] };

/**
 * The messages to a worker: the common name, another's announcement, the confirmation that all have heard, and a
 * request for metrics.
 */
export type Heard = { instance: string } | { told: number; topic: string } | { allHeard: number } | { count: number };

/** The interface of a process to the others that serve on the same port. */
export type Siblings = {
  /** The shared name of all these processes, for other machines. */
  instance: string;
  /** Reports that this process serves from now on. */
  serves: () => void;
  /** Sets the function that gets others' announcements; until then, they are ignored. */
  onTold: (deed: (topic: string) => void) => void;
  /** Tells the others what has changed. */
  tell: (topic: string) => void;
  /** Sets the function that returns this process's metrics on request. */
  onCount: (count: () => Promise<object[]>) => void;
  /** Runs a function, and waits until the others have heard everything announced meanwhile. */
  onceHeard: <Result>(deed: () => Result | Promise<Result>) => Promise<Result>;
};

/** Without other processes, announcing does nothing. */
export const alone = (): Siblings => ({
  instance: newId(),
  serves: () => {},
  onTold: () => {},
  tell: () => {},
  onCount: () => {},
  onceHeard: async (deed) => deed(),
});

/**
 * Joins the processes that were started together with this one. After a change, the author's next request may reach any
 * of them, so a request is answered once all have heard of its changes; an unresponsive process is waited for at most a
 * second.
 */
export async function joinSiblings(): Promise<Siblings> {
  let hear: ((topic: string) => void) | undefined;
  let count: (() => Promise<object[]>) | undefined;
  const unheard = new Map<number, PromiseWithResolvers<void>>();
  const named = Promise.withResolvers<string>();
  let tellings = 0;

  process.on("message", (message: Heard) => {
    if ("instance" in message) named.resolve(message.instance);
    else if ("told" in message) {
      hear?.(message.topic);
      say({ heard: message.told });
    } else if ("count" in message) {
      void count?.().then((figures) => say({ counted: message.count, figures }));
    } else {
      unheard.get(message.allHeard)?.resolve();
      unheard.delete(message.allHeard);
    }
  });
  say({ hears: true });

  function tell(topic: string) {
    tellings++;
    unheard.set(tellings, Promise.withResolvers());
    say({ tells: tellings, topic });
  }

  async function onceHeard<Result>(deed: () => Result | Promise<Result>): Promise<Result> {
    const before = tellings;
    const result = await deed();
    // Other requests' announcements of the same time are waited for too, which is harmless.
    if (tellings !== before) await Promise.all([...unheard.values()].map(({ promise }) => promise));
    return result;
  }

  return {
    instance: await named.promise,
    serves: () => say({ serves: true }),
    onTold: (deed) => (hear = deed),
    onCount: (deed) => (count = deed),
    tell,
    onceHeard,
  };
}

function say(said: Said): void {
  // If the process that started this one is gone, this one ends anyway.
  if (process.connected) process.send?.(said);
}
