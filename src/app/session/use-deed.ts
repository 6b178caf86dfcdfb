import { useState } from "react";

import { refused } from "./refused.ts";

/**
 * Runs a button's action, one at a time: `deed`, then `done` with its result. If either fails, `failed` reports it; by
 * default a toast does. The button is busy until all of it has finished, and ignores presses meanwhile. All three
 * functions get the arguments of `run`; `doing` holds them during the action.
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
