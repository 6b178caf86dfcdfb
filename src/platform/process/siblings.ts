import { newId } from "#db/schema.server.ts";

/** The variable by which a process that was started beside others knows its number. */
export const workerName = "GOODTURN_WORKER";

/** What a process says to the one that has started it (`processes.ts`). */
export type Said =
  | { hears: true }
  | { serves: true }
  | { tells: number; topic: string }
  | { heard: number }
  | { counted: number; figures: object[] };

/** What it hears from there: the name of all together, what another has announced, that the others have heard it, and to count. */
export type Heard = { instance: string } | { told: number; topic: string } | { allHeard: number } | { count: number };

/** The processes that serve on one port, as one of them sees the others. */
export type Siblings = {
  /** What we call all of them together, towards other machines. */
  instance: string;
  /** Says that this one serves from now on. */
  serves: () => void;
  /** Has something done with what another has announced; until then, nothing is. */
  onTold: (deed: (topic: string) => void) => void;
  /** Tells the others what has changed. */
  tell: (topic: string) => void;
  /** Has the figures of this process given to whoever has started it, when it asks. */
  onCount: (count: () => Promise<object[]>) => void;
  /** Does something, and waits until the others have heard what was announced meanwhile. */
  onceHeard: <Result>(deed: () => Result | Promise<Result>) => Promise<Result>;
};

/** Without others there is nobody to tell. */
export const alone = (): Siblings => ({
  instance: newId(),
  serves: () => {},
  onTold: () => {},
  tell: () => {},
  onCount: () => {},
  onceHeard: async (deed) => deed(),
});

/**
 * Joins the processes that were started together with this one. Who has written something may read it at any of them with
 * their next request, so it is answered once all have heard of it; one that does not answer is waited for a second at most.
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
    // What others have announced here meanwhile is waited for too, which harms nobody.
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
  // Without whoever has started us we end anyway.
  if (process.connected) process.send?.(said);
}
