import { setImmediate } from "node:timers/promises";

/** The maximum time that a piece of work may block everything else, in milliseconds; several jobs may be running. */
const sliceMax = 10;

let last: Promise<unknown> = Promise.resolve();

/**
 * Processes many items, for example lines from a thousand events, and lets other requests run in between. Of all such
 * jobs, only one continues in each turn of the event loop.
 * @param make should take a few milliseconds at most
 */
export async function inTurns<Thing, Made>(things: Iterable<Thing>, make: (thing: Thing) => Made): Promise<Made[]> {
  const made: Made[] = [];
  let begun = performance.now();
  for (const thing of things) {
    made.push(make(thing));
    if (performance.now() - begun < sliceMax) continue;
    last = last.then(() => setImmediate());
    await last;
    begun = performance.now();
  }
  return made;
}
