import { Worker } from "node:worker_threads";
import { Failure } from "#domain/failure.ts";
import { importBytesMax } from "#domain/imports/rules.ts";
import type { EventImporter } from "#domain/ports.ts";
import { fetchText, type Ways } from "./fetching.ts";
import type { Delivery, Order } from "./reading-worker.ts";

/** The limits: time to read a text in milliseconds, memory for it, and the number of waiting texts. */
const readingMax = 4000;
const memoryMax = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };
const waitingMax = 20;
/** The seconds after which a refused caller may try again, and the milliseconds for which an idle thread is kept. */
const comeBackAfter = 10;
const idleMax = 30_000;

/** Replacements for tests: the network, the time for reading a text, and the number of waiting texts. */
type Wishes = Partial<Ways> & { readingMax?: number; waitingMax?: number };

/**
 * Imports events from the web, unless `fetches` is false, and from files. Texts are read in a separate thread, one at a
 * time: a calendar can be written so that reading it never ends, and then the thread is terminated.
 */
export function createImporter({ fetches }: { fetches: boolean }, wishes: Wishes = {}): EventImporter {
  const read = createReader(wishes.readingMax ?? readingMax);
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    fetchText: fetches ? (address, userAgent) => fetchText(address, userAgent, wishes) : null,
    async readEvents(text, setting) {
      if (text.length > importBytesMax) throw new Failure("import_too_large");
      if (waiting >= (wishes.waitingMax ?? waitingMax)) throw new Failure("imports_busy", [], comeBackAfter);
      waiting++;
      const reading = last.then(() => read({ text, setting })).finally(() => waiting--);
      last = reading;
      const events = await reading;
      if (!events) throw new Failure("import_unreadable");
      return events;
    },
  };
}

/** Reads in a thread; null if the text is unreadable, or exceeds its time or memory. Never fails. */
function createReader(milliseconds: number) {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let deliver: ((delivery: Delivery) => void) | undefined;

  function start(): Worker {
    const worker = new Worker(new URL("./reading-worker.ts", import.meta.url), { resourceLimits: memoryMax });
    // The thread must not keep the process alive.
    worker.unref();
    worker.on("message", (delivery: Delivery) => deliver?.(delivery));
    worker.on("error", () => end(worker));
    worker.on("exit", () => end(worker));
    return worker;
  }

  function end(worker: Worker | undefined): void {
    if (!worker || thread !== worker) return;
    thread = undefined;
    void worker.terminate();
    deliver?.(null);
  }

  return async (order: Order): Promise<Delivery> => {
    clearTimeout(idle);
    const { promise, resolve } = Promise.withResolvers<Delivery>();
    deliver = resolve;
    const worker = (thread ??= start());
    const late = setTimeout(() => end(worker), milliseconds);
    worker.postMessage(order);
    const delivery = await promise;
    clearTimeout(late);
    idle = setTimeout(() => end(worker), idleMax).unref();
    return delivery;
  };
}
