import { useSyncExternalStore } from "react";

/** False on the server and for the first render of its page, true once the page has come to life: what only a browser knows may show. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

const neverChanges = () => () => {};
