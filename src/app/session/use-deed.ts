import { useState } from "react";

import { refused } from "./refused.ts";

/**
 * Does one thing at a time for a button: `deed`, then `done` with its result. Where one of the two fails, `failed` says so; without it, a
 * toast does. The button is busy until all of this is over, and presses meanwhile do nothing. What `run` is given goes to all three, and
 * `doing` is that while it is done.
 */
export function useDeed<Args extends unknown[], Result>(
  deed: (...args: Args) => Promise<Result>,
  done?: (result: Result, ...args: Args) => unknown,
  failed?: (error: unknown, ...args: Args) => unknown,
) {
  const [doing, setDoing] = useState<Args | null>(null);

  async function attempt(...args: Args) {
    if (doing) return;
    setDoing(args);
    try {
      const result = await deed(...args);
      await done?.(result, ...args);
    } catch (error) {
      if (failed) await failed(error, ...args);
      else refused(error);
    } finally {
      setDoing(null);
    }
  }

  return { busy: doing !== null, doing, run: (...args: Args) => void attempt(...args) };
}
