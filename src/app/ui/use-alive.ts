import { useSyncExternalStore } from "react";

/**
 * False on the server and for the first render of its page, true after hydration: then data that only a browser knows
 * may appear.
 */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

const neverChanges = () => () => {};
