import { useSyncExternalStore } from "react";

import { keep, kept } from "#app/ui/storage.ts";

const listeners = new Set<() => void>();
/** Choices of this visit, for browsers that forbid storage. */
const chosenHere = new Map<string, string>();

/** A stored choice of two words; the first by default. */
export function useSetting<Choice extends string>(name: string, first: Choice): [Choice, (choice: Choice) => void] {
  const choice = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => (kept(name) ?? chosenHere.get(name) ?? first) as Choice,
    () => first,
  );
  const choose = (chosen: Choice) => {
    chosenHere.set(name, chosen);
    keep(name, chosen);
    for (const listener of listeners) listener();
  };
  return [choice, choose];
}

/** True if the screen is as large as a tablet held sideways, where list and keys stand side by side. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      theWidth().addEventListener("change", listener);
      return () => theWidth().removeEventListener("change", listener);
    },
    () => theWidth().matches,
    () => false,
  );

/** The same query as in `gate.css`; created once. */
const theWidth = () => (width ??= matchMedia("(min-width: 56rem) and (min-height: 38rem)"));
let width: MediaQueryList | undefined;
