import { useSyncExternalStore } from "react";

import { say } from "#messages/site.ts";

import { keep } from "../ui/storage.ts";
import { Icon } from "../ui/icon.tsx";

/** Specification 4 'Theme' and 9: where the choice is kept, in local storage. */
const storageKey = "theme";

/** Chosen in another tab, a theme holds here too. */
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

/** Whether the page is dark; on the server it is light. */
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark, () => false);

/** Switches between the light and the dark theme. Which icon shows is decided by CSS, so that it never flashes. */
export function ThemeSwitch() {
  const dark = useDark();
  return (
    <button
      type="button"
      className="btn btn-circle btn-ghost aria-pressed:border-transparent aria-pressed:bg-transparent"
      aria-label={say("nav.theme")}
      aria-pressed={dark}
      onClick={() => {
        apply(!dark);
        keep(storageKey, dark ? "light" : "dark");
      }}
    >
      <Icon name="sun" className="size-5 dark:hidden" />
      <Icon name="moon" className="hidden size-5 dark:block" />
    </button>
  );
}
