import { say } from "#messages/say.ts";

import { toast } from "./toast.tsx";

/** The parts loaded so far. */
const loaded = new WeakSet<() => Promise<unknown>>();

/**
 * Opens a part of the page once its code has loaded. Without a network the page stays and a toast says why nothing
 * opens; the next press tries again.
 */
export function openPart(load: () => Promise<unknown>, open: () => void): void {
  // A part that is already loaded opens synchronously, so that the next key goes to it.
  if (loaded.has(load)) return open();
  load().then(
    () => {
      loaded.add(load);
      return open();
    },
    () => void toast("error", say("network.failed")),
  );
}
