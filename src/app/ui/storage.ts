/** What is kept in this browser, and what is kept in this tab only, until it is closed. */
const areas = { browser: () => localStorage, tab: () => sessionStorage };
type Area = keyof typeof areas;

/**
 * Storage in this browser. Where storage is full or forbidden (a private window, a strict setting), it keeps
 * nothing, and nothing else breaks.
 */
export function keep(key: string, text: string, area: Area = "browser"): void {
  try {
    areas[area]().setItem(key, text);
  } catch {
    // It is a convenience that is lost, such as a draft.
  }
}

/** The value stored under a key, or null. */
export function kept(key: string, area: Area = "browser"): string | null {
  try {
    return areas[area]().getItem(key);
  } catch {
    return null;
  }
}

export function forget(key: string, area: Area = "browser"): void {
  try {
    areas[area]().removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
