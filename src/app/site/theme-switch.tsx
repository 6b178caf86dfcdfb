import { useSyncExternalStore } from "react";

import { say } from "#messages/say.ts";

import { keep } from "../ui/storage.ts";
import { Icon } from "../ui/icon.tsx";
import { menuRow } from "./nav-links.tsx";

/** Specification 4 'Theme' and 9: the key of the choice in local storage. */
const storageKey = "theme";

/** A theme chosen in another tab applies here too. */
function onStorage({ key, newValue }: StorageEvent) {
  if (key === storageKey) apply(newValue === "dark");
}

function subscribe(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  window.addEventListener("storage", onStorage);
  return () => {
    observer.disconnect();
    window.removeEventListener("storage", onStorage);
  };
}

const isDark = () => document.documentElement.dataset["theme"] === "dark";

function apply(dark: boolean) {
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
}

/** True if the page is dark; the server renders it light. */
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark, () => false);

/** The properties of a button that switches the theme. */
function useSwitch() {
  const dark = useDark();
  return {
    type: "button",
    "aria-pressed": dark,
    onClick: () => {
      apply(!dark);
      keep(storageKey, dark ? "light" : "dark");
    },
  } as const;
}

/** CSS decides which icon shows, so that it never flashes. */
const Icons = () => (
  <>
    <Icon name="sun" className="size-5 dark:hidden" />
    <Icon name="moon" className="hidden size-5 dark:block" />
  </>
);

/** Switches between the light and the dark theme, in the header of a wide screen. */
export const ThemeSwitch = () => (
  <button
    {...useSwitch()}
    className="btn btn-circle btn-ghost aria-pressed:border-transparent aria-pressed:bg-transparent max-lg:hidden"
    aria-label={say("nav.theme")}
  >
    <Icons />
  </button>
);

/** The same switch as a row of a menu, on smaller screens. */
export const ThemeRow = () => (
  <li className="lg:hidden">
    <button {...useSwitch()} className={menuRow}>
      <Icons />
      {say("nav.theme")}
    </button>
  </li>
);
