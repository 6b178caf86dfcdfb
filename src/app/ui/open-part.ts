import { say } from "#messages/site.ts";

import { toast } from "./toast.tsx";

/** What has been loaded by now. */
const loaded = new WeakSet<() => Promise<unknown>>();

/**
 * Opens a part of the page once its code is there, by the function that loads it. Without a network the page stays, and it is
 * said why nothing opens; the next press tries again.
 */
export function openPart(load: () => Promise<unknown>, open: () => void): void {
  // What is there opens at once: the next key that is pressed goes to it.
  if (loaded.has(load)) return open();
  load().then(
    () => {
      loaded.add(load);
      return open();
    },
    () => void toast("error", say("network.failed")),
  );
}
