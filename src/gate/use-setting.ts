import { useSyncExternalStore } from "react";

import { keep, kept } from "#app/ui/storage.ts";

const listeners = new Set<() => void>();
/** Where storage is forbidden, a choice holds until the page is closed. */
const chosenHere = new Map<string, string>();

/** A choice that this phone keeps, of two words; the first without one. */
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

/** Whether the screen is as large as a tablet held sideways, where the list and the keys stand side by side. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      theWidth().addEventListener("change", listener);
      return () => theWidth().removeEventListener("change", listener);
    },
    () => theWidth().matches,
    () => false,
  );

/** The same as in `gate.css`; asked of the browser once. */
const theWidth = () => (width ??= matchMedia("(min-width: 56rem) and (min-height: 38rem)"));
let width: MediaQueryList | undefined;
