import { setImmediate } from "node:timers/promises";

/** How long a piece of work may hold up everybody else, in milliseconds: several of them may be under way. */
const sliceMax = 10;

let last: Promise<unknown> = Promise.resolve();

/**
 * Makes something out of each of many things, such as lines out of a thousand events, and lets other requests have their turn
 * in between. However many such works are under way, only one of them goes on each time the event loop comes round.
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
